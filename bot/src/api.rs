//! One call to GitHub: sent again where that cannot do harm, and where GitHub says that it was too early.

use std::time::Duration;

use serde_json::Value;

use crate::request::Request;

/// What a server answered.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer {
    /// Status of HTTP.
    pub status: u16,
    /// What came with it; null where nothing did or it is no JSON.
    pub body: Value,
    /// Number of the page that comes after this one.
    pub next_page: Option<u32>,
    /// `Retry-After`, or the time until a limit that is used up is lifted.
    pub retry_after: Option<Duration>,
}

impl Answer {
    /// What GitHub says about an error: its message, and the entries of `errors`.
    pub fn says(&self) -> String {
        let message = self.body["message"].as_str().unwrap_or_default().to_owned();
        let errors = self.body["errors"].as_array().into_iter().flatten();
        let more =
            errors.map(|error| error.as_str().or(error["message"].as_str()).map_or(error.to_string(), str::to_owned));
        std::iter::once(message).chain(more).filter(|part| !part.is_empty()).collect::<Vec<_>>().join("; ")
    }

    /// Whether it says "later", for whatever reason: nothing was done.
    fn is_too_early(&self) -> bool {
        let says = self.says().to_ascii_lowercase();
        let limited =
            ["rate limit", "abuse detection", "submitted too quickly"].iter().any(|words| says.contains(words));
        match self.status {
            429 => true,
            403 => limited || self.retry_after.is_some(),
            422 => says.contains("submitted too quickly"),
            _ => false,
        }
    }
}

/// A way to GitHub.
pub trait Api {
    /// Sends a request once. The error says why there is no answer: whether the request was carried out is not known.
    fn send(&mut self, request: &Request) -> Result<Answer, String>;

    /// Waits.
    fn wait(&mut self, time: Duration);
}

/// Why a call came to nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// GitHub does not do it: status, and what it says.
    Refused(u16, String),
    /// Nobody knows whether it was done.
    Unsure(String),
    /// It cannot be done in the time that there is, or at all.
    GaveUp(String),
}

/// Calls, and what they may cost.
pub struct Caller<'a> {
    api: &'a mut dyn Api,
    /// How long may still be waited for limits and lost connections.
    patience: Duration,
}

/// How often a call whose answer is lost is sent again.
const TRIES: u32 = 4;
/// What GitHub asks of whoever meets a secondary limit and is not told how long it lasts.
const UNTOLD: Duration = Duration::from_secs(60);
/// What GitHub asks to lie between two requests that write.
const BETWEEN_WRITES: Duration = Duration::from_secs(1);

impl<'a> Caller<'a> {
    /// Calls over `api`; `patience` is how long may be waited in all.
    pub fn new(api: &'a mut dyn Api, patience: Duration) -> Self {
        Self { api, patience }
    }

    /// The answer to a request that was carried out.
    pub fn call(&mut self, request: &Request) -> Result<Answer, Failure> {
        let (mut lost, mut early) = (0, 0);
        loop {
            let why = match self.api.send(request) {
                Ok(answer) if answer.is_too_early() => {
                    let doubled = UNTOLD.saturating_mul(1 << early.min(6));
                    early += 1;
                    // At least a second, so that a server that says "at once" for ever is given up too.
                    let time = answer.retry_after.unwrap_or(doubled).max(Duration::from_secs(1));
                    self.wait(time, &answer.says())?;
                    continue;
                }
                Ok(answer) if answer.status >= 500 => format!("{} {}", answer.status, answer.says()),
                Ok(answer) if answer.status >= 300 => return Err(Failure::Refused(answer.status, answer.says())),
                Ok(answer) => return Ok(answer),
                Err(why) => why,
            };
            let path = request.path.split('?').next().unwrap_or_default();
            let why = format!("{} {path}: {}", request.method.name(), why.trim_end());
            if !request.method.is_repeatable() {
                return Err(Failure::Unsure(why));
            }
            lost += 1;
            if lost == TRIES {
                return Err(Failure::GaveUp(format!("{why} ({TRIES} times)")));
            }
            self.wait(Duration::from_secs(1 << lost), &why)?;
        }
    }

    /// The same for a request that writes, after the pause that GitHub asks for.
    pub fn write(&mut self, request: &Request) -> Result<Answer, Failure> {
        self.api.wait(BETWEEN_WRITES);
        self.call(request)
    }

    /// The items of all pages of a list.
    pub fn list(&mut self, path: &str) -> Result<Vec<Value>, Failure> {
        let (mut items, mut page) = (Vec::new(), 1);
        let joint = if path.contains('?') { '&' } else { '?' };
        loop {
            let answer = self.call(&Request::get(format!("{path}{joint}per_page=100&page={page}")))?;
            let Value::Array(more) = answer.body else {
                return Err(Failure::GaveUp(format!("GET {path}: the answer is no list")));
            };
            items.extend(more);
            match answer.next_page {
                Some(next) if next > page => page = next,
                _ => return Ok(items),
            }
        }
    }

    /// Waits, where there is time for it.
    pub fn wait(&mut self, time: Duration, why: &str) -> Result<(), Failure> {
        match self.patience.checked_sub(time) {
            Some(rest) => self.patience = rest,
            None => {
                let (needs, rest) = (time.as_secs(), self.patience.as_secs());
                return Err(Failure::GaveUp(format!(
                    "{why}: it would take {needs} s more, and {rest} s are left of --patience"
                )));
            }
        }
        self.api.wait(time);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// A server that always answers the same, and how long it was waited for.
    struct Always(Answer, Duration);

    impl Api for Always {
        fn send(&mut self, _: &Request) -> Result<Answer, String> {
            Ok(self.0.clone())
        }

        fn wait(&mut self, time: Duration) {
            self.1 += time;
        }
    }

    #[test]
    fn a_server_that_never_stops_saying_later_is_given_up() {
        let answer = Answer { status: 429, retry_after: Some(Duration::ZERO), ..Answer::default() };
        let mut api = Always(answer, Duration::ZERO);
        let gave_up = Caller::new(&mut api, Duration::from_secs(9)).call(&Request::get("/x"));
        let why = ": it would take 1 s more, and 0 s are left of --patience";
        assert_eq!(gave_up, Err(Failure::GaveUp(why.to_owned())));
        assert_eq!(api.1, Duration::from_secs(9));
    }

    #[test]
    fn what_github_says_is_its_message_and_its_errors() {
        let body = json!({"message": "Validation Failed", "errors": ["too long", {"message": "blank"}, {"code": 7}]});
        let answer = Answer { status: 422, body, ..Answer::default() };
        assert_eq!(answer.says(), "Validation Failed; too long; blank; {\"code\":7}");
        assert!(!answer.is_too_early());
    }
}
