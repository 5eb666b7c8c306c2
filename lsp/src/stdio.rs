//! The connection over standard input and output.
//!
//! The one that comes with lsp-server ends at the first message it cannot read, and editors do send such: half of an
//! emoji, as JavaScript cuts one, is no JSON that Rust reads. Nothing here waits for the server, nor the server for it.

use std::io::{self, BufRead, BufWriter, Read, Write};
use std::thread::{Builder, JoinHandle};

use crossbeam_channel::unbounded;
use lsp_server::{Connection, Message, Notification};
use serde_json::json;

/// The notification that stands for a message that could not be read; its parameters hold `message`, which says why.
pub(crate) const UNREADABLE: &str = "$/designlint/unreadable";

/// Connects to standard input and output, and gives the thread that writes. It ends once the connection is dropped and all
/// is written, the one that reads at the end of the input.
///
/// # Errors
/// The system has no thread left.
pub(crate) fn connect() -> io::Result<(Connection, JoinHandle<io::Result<()>>)> {
    let (incoming, receiver) = unbounded();
    let (sender, outgoing) = unbounded::<Message>();
    let read = move || {
        let mut input = io::stdin().lock();
        while let Ok(Some(message)) = next(&mut input) {
            if incoming.send(message).is_err() {
                return;
            }
        }
    };
    let write = move || {
        let mut output = BufWriter::new(io::stdout().lock());
        outgoing.into_iter().try_for_each(|message| message.write(&mut output).and_then(|()| output.flush()))
    };
    Builder::new().name("designlint-read".to_owned()).spawn(read)?;
    let writer = Builder::new().name("designlint-write".to_owned()).spawn(write)?;
    Ok((Connection { sender, receiver }, writer))
}

/// The next message; `None` at the end of the input.
///
/// # Errors
/// The input broke off, or its header does not say how long the message is, so that nobody knows where the next begins.
fn next(input: &mut impl BufRead) -> io::Result<Option<Message>> {
    let Some(length) = length(input)? else { return Ok(None) };
    let mut bytes = Vec::new();
    // Grows with what comes, whatever length the header claims.
    input.take(length).read_to_end(&mut bytes)?;
    if u64::try_from(bytes.len()).is_ok_and(|read| read < length) {
        return Ok(None);
    }
    let text = String::from_utf8_lossy(&bytes);
    let read = serde_json::from_str(&text).or_else(|_| serde_json::from_str(&whole_characters(&text)));
    Ok(Some(read.unwrap_or_else(|error| {
        let params = json!({"message": format!("a message of the client cannot be read: {error}")});
        Message::Notification(Notification { method: UNREADABLE.to_owned(), params })
    })))
}

/// The length that a header states, in bytes.
fn length(input: &mut impl BufRead) -> io::Result<Option<u64>> {
    let mut length = None;
    let mut line = String::new();
    loop {
        line.clear();
        if input.read_line(&mut line)? == 0 {
            return Ok(None);
        }
        let field = line.trim();
        if field.is_empty() {
            let missing = || io::Error::new(io::ErrorKind::InvalidData, "a header without Content-Length");
            return length.map(Some).ok_or_else(missing);
        }
        if let Some((name, value)) = field.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = Some(value.trim().parse().map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))?);
        }
    }
}

/// The JSON text with each escaped half of a character made the replacement character, which is as long in UTF-16.
fn whole_characters(json: &str) -> String {
    let half = |text: &str, halves: std::ops::RangeInclusive<u32>| {
        let digits = text.strip_prefix("\\u").and_then(|rest| rest.get(..4));
        digits.and_then(|digits| u32::from_str_radix(digits, 16).ok()).is_some_and(|code| halves.contains(&code))
    };
    let mut whole = String::with_capacity(json.len());
    let mut rest = json;
    while let Some(at) = memchr::memchr(b'\\', rest.as_bytes()) {
        whole.push_str(&rest[..at]);
        rest = &rest[at..];
        let pair = half(rest, 0xd800..=0xdbff) && rest.get(6..).is_some_and(|low| half(low, 0xdc00..=0xdfff));
        let (taken, written) = match rest.get(..12).filter(|_| pair) {
            Some(pair) => (12, pair),
            None if half(rest, 0xd800..=0xdfff) => (6, "\\ufffd"),
            // An escape is one more character, which may be a backslash.
            None => {
                let taken = rest.char_indices().nth(2).map_or(rest.len(), |(at, _)| at);
                (taken, &rest[..taken])
            }
        };
        whole.push_str(written);
        rest = &rest[taken..];
    }
    whole.push_str(rest);
    whole
}

#[cfg(test)]
mod tests {
    use super::*;

    fn framed(body: &str) -> String {
        format!("Content-Type: utf-8\r\ncontent-length: {}\r\n\r\n{body}", body.len())
    }

    /// The methods of the messages in an input, and whether it could be read to its end.
    fn methods(input: &str) -> (Vec<String>, bool) {
        let mut input = input.as_bytes();
        let mut methods = Vec::new();
        loop {
            match next(&mut input) {
                Ok(Some(Message::Notification(n))) => methods.push(n.method),
                Ok(Some(other)) => panic!("{other:?}"),
                Ok(None) => return (methods, true),
                Err(_) => return (methods, false),
            }
        }
    }

    #[test]
    fn what_cannot_be_read_is_said_and_the_next_is_read() {
        let good = framed(r#"{"jsonrpc":"2.0","method":"initialized"}"#);
        let bad = [framed("{"), framed("3"), framed("")].concat();
        let unreadable = vec![UNREADABLE.to_owned(); 3];
        assert_eq!(methods(&format!("{bad}{good}")), ([unreadable, vec!["initialized".to_owned()]].concat(), true));
    }

    #[test]
    fn the_input_ends_where_nobody_knows_what_comes_next() {
        let good = framed(r#"{"method":"initialized"}"#);
        assert_eq!(methods(&format!("{good}Content-Length: x\r\n\r\n{{}}")), (vec!["initialized".to_owned()], false));
        assert_eq!(methods(&format!("{good}\r\n{{}}")), (vec!["initialized".to_owned()], false));
        assert_eq!(methods("Content-Length: 999999999999999\r\n\r\n{}"), (vec![], true));
        assert_eq!(methods("Content-Le"), (vec![], true));
    }

    #[test]
    fn half_a_character_is_replaced_and_a_whole_one_kept() {
        let whole = whole_characters;
        assert_eq!(whole(r#""a\ud83d b""#), r#""a\ufffd b""#);
        assert_eq!(whole(r#""\ude00\ud83d\ude00\ud83d""#), r#""\ufffd\ud83d\ude00\ufffd""#);
        assert_eq!(whole(r#""\\ud83d\n\\\ud83d é""#), r#""\\ud83d\n\\\ufffd é""#);
        assert_eq!(whole(r#""\ud8"#), r#""\ud8"#);
        assert_eq!(whole("\"\\é\\"), "\"\\é\\");
    }
}
