//! The network, and nothing else: octocrab sends, and what comes back becomes an [`Answer`].

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use octocrab::Octocrab;
use serde_json::Value;
use tokio::runtime::{Builder, Runtime};

use crate::api::{Answer, Api};
use crate::request::{Method, Request};

/// A connection to GitHub with a token. The token is in no text that this returns or shows.
pub struct GitHub {
    runtime: Runtime,
    client: Octocrab,
    /// Scheme and host of the API: nothing is sent to another.
    root: String,
    /// What all paths begin with: `/api/v3` where the server is one's own. Octocrab would put it before GraphQL's too.
    prefix: String,
    token: String,
}

impl std::fmt::Debug for GitHub {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("GitHub")
    }
}

impl GitHub {
    /// A connection to the API at an address such as `https://api.github.com`; `timeout` is for each connection and answer.
    /// The error says which of the two is not usable; it does not hold the token.
    pub fn new(address: &str, token: &str, timeout: Duration) -> Result<Self, String> {
        let token = token.trim();
        if token.is_empty() || !token.bytes().all(|b| b.is_ascii_graphic()) {
            return Err("GITHUB_TOKEN is empty, or holds characters that no token has".to_owned());
        }
        let address = address.trim_end_matches('/');
        if !is_safe(address) {
            return Err("GITHUB_API_URL is no https address".to_owned());
        }
        let host = address.find("://").map_or(0, |at| at + 3);
        let (root, prefix) = address.split_at(address[host..].find('/').map_or(address.len(), |at| host + at));
        let runtime = Builder::new_current_thread().enable_all().build().map_err(|e| e.to_string())?;
        let client = runtime.block_on(async {
            let builder = Octocrab::builder().base_uri(root).map_err(|_| "GITHUB_API_URL is no address")?;
            let builder = builder.set_connect_timeout(Some(timeout)).set_read_timeout(Some(timeout));
            builder.set_write_timeout(Some(timeout)).personal_token(token).build().map_err(|_| "no way to connect")
        })?;
        Ok(Self { runtime, client, root: root.to_owned(), prefix: prefix.to_owned(), token: token.to_owned() })
    }

    /// The text without the token, should anybody have put it there.
    fn without_token(&self, text: &str) -> String {
        text.replace(&self.token, "***")
    }
}

/// A token goes over a line that is encrypted, or stays on this machine.
fn is_safe(address: &str) -> bool {
    let whole = |rest: &str| !rest.is_empty() && !rest.contains(['@', '?', '#']);
    let host = |rest: &str| rest.split(['/', ':']).next().unwrap_or_default().to_owned();
    match (address.strip_prefix("https://"), address.strip_prefix("http://")) {
        (Some(rest), _) => whole(rest),
        (_, Some(rest)) => whole(rest) && matches!(host(rest).as_str(), "127.0.0.1" | "localhost"),
        _ => false,
    }
}

impl Api for GitHub {
    fn send(&mut self, request: &Request) -> Result<Answer, String> {
        let Request { method, path, body } = request;
        let there = path.split_at_checked(self.root.len());
        let path = match there {
            Some((root, rest)) if root.eq_ignore_ascii_case(&self.root) && rest.starts_with('/') => path.clone(),
            _ if path.starts_with('/') => format!("{}{path}", self.prefix),
            _ => return Err("GITHUB_GRAPHQL_URL is on another server than GITHUB_API_URL".to_owned()),
        };
        let sent = self.runtime.block_on(async {
            let response = match method {
                Method::Get => self.client._get(path.as_str()).await?,
                Method::Post => self.client._post(path.as_str(), body.as_ref()).await?,
                Method::Patch => self.client._patch(path.as_str(), body.as_ref()).await?,
                Method::Delete => self.client._delete(path.as_str(), body.as_ref()).await?,
            };
            let status = response.status().as_u16();
            let header = |name: &str| response.headers().get(name).and_then(|v| v.to_str().ok()).map(str::to_owned);
            let limits = ["retry-after", "x-ratelimit-remaining", "x-ratelimit-reset"].map(header);
            let next_page = header("link").and_then(|link| next_page(&link));
            let text = self.client.body_to_string(response).await?;
            Ok::<_, octocrab::Error>((status, limits, next_page, text))
        });
        let (status, [after, remaining, reset], next_page, text) = sent.map_err(|e| self.without_token(&cause(&e)))?;
        let retry_after = after.and_then(|seconds| seconds.trim().parse().ok()).map(Duration::from_secs);
        let used_up = remaining.as_deref() == Some("0");
        let lifted = reset.filter(|_| used_up && status >= 400).and_then(|at| at.parse().ok()).map(from_now);
        let body = serde_json::from_str(&self.without_token(&text)).unwrap_or(Value::Null);
        Ok(Answer { status, body, next_page, retry_after: retry_after.or(lifted) })
    }

    fn wait(&mut self, time: Duration) {
        // Made inside, for it asks the runtime for its clock.
        self.runtime.block_on(async { tokio::time::sleep(time).await });
    }
}

/// The time until a second of the clock, and one second more.
fn from_now(second: u64) -> Duration {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    Duration::from_secs(second.saturating_sub(now).saturating_add(1))
}

/// What lies at the bottom of an error, without traces.
fn cause(error: &octocrab::Error) -> String {
    let mut last: &dyn std::error::Error = error;
    while let Some(source) = last.source() {
        last = source;
    }
    last.to_string().lines().next().unwrap_or_default().to_owned()
}

/// The page of `rel="next"` in a header `Link`. Only its number is taken: the rest of an address that a server gives is
/// not followed.
fn next_page(link: &str) -> Option<u32> {
    let next = link.split(',').find(|part| part.contains("rel=\"next\""))?;
    let (_, query) = next.split(['<', '>']).nth(1)?.split_once('?')?;
    query.split('&').find_map(|pair| pair.strip_prefix("page=")).and_then(|number| number.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn only_the_number_of_the_next_page_is_taken() {
        let link = r#"<https://x.example/a?page=1&per_page=9>; rel="prev", <https://y.example/b?per_page=9&page=3>; rel="next""#;
        assert_eq!(next_page(link), Some(3));
        assert_eq!(next_page(r#"<https://x.example/a?page=1>; rel="last""#), None);
        assert_eq!(next_page("nonsense"), None);
    }

    #[test]
    fn a_token_goes_nowhere_unencrypted() {
        for address in ["https://api.github.com", "https://ghe.example:8443/api/v3", "http://127.0.0.1:4010"] {
            assert!(GitHub::new(address, "t0ken", SECOND).is_ok(), "{address}");
        }
        for address in
            ["http://api.github.com", "http://127.0.0.1.example", "ftp://x", "", "https://", "https://me:t0ken@x"]
        {
            let refused = GitHub::new(address, "t0ken", SECOND).unwrap_err();
            assert!(refused.starts_with("GITHUB_API_URL") && !refused.contains("t0ken"), "{address}: {refused}");
        }
    }

    #[test]
    fn a_token_goes_to_one_server_and_by_one_way() {
        let mut github = GitHub::new("https://ghe.example/api/v3", "t0ken", SECOND).unwrap();
        for path in
            ["http://ghe.example/api/graphql", "https://ghe.example.evil/graphql", "https://ghe.example:1/x", "graphql"]
        {
            let refused = github.send(&Request::get(path)).unwrap_err();
            assert_eq!(refused, "GITHUB_GRAPHQL_URL is on another server than GITHUB_API_URL", "{path}");
        }
    }

    #[test]
    fn a_limit_that_is_never_lifted_takes_for_ever() {
        assert_eq!(from_now(0), SECOND);
        assert!(from_now(u64::MAX) > Duration::from_secs(u64::MAX / 2));
    }

    #[test]
    fn a_token_is_in_no_error() {
        for token in ["", "  \n", "s3cret\nvalue", "s3crét", "s3cret value"] {
            let refused = GitHub::new("https://api.github.com", token, SECOND).unwrap_err();
            assert_eq!(refused, "GITHUB_TOKEN is empty, or holds characters that no token has");
        }
        // Nobody listens on port 1.
        let mut github = GitHub::new("http://127.0.0.1:1", " s3cret\n", SECOND).unwrap();
        let lost = github.send(&Request::get("/repos/s3cret")).unwrap_err();
        assert!(!lost.is_empty() && !lost.contains("s3cret"), "{lost}");
        assert_eq!(format!("{github:?}"), "GitHub");
        assert_eq!(github.without_token("Bearer s3cret is wrong"), "Bearer *** is wrong");
    }
}
