//! As much of HTTP as the servers of these tests need: one request a connection, with a length.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};

/// A request as it came in.
#[derive(Clone, Debug, Default)]
pub struct Incoming {
    pub method: String,
    /// Path and query.
    pub target: String,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Incoming {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(n, _)| n.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }
}

/// An answer.
#[derive(Clone, Debug, Default)]
pub struct Reply {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Reply {
    pub fn json(status: u16, body: &serde_json::Value) -> Self {
        let headers = vec![("Content-Type".to_owned(), "application/json; charset=utf-8".to_owned())];
        let body = if body.is_null() { Vec::new() } else { body.to_string().into_bytes() };
        Self { status, headers, body }
    }

    #[must_use]
    pub fn header(mut self, name: &str, value: impl ToString) -> Self {
        self.headers.push((name.to_owned(), value.to_string()));
        self
    }

    pub fn write(&self, stream: &mut TcpStream) {
        let mut head =
            format!("HTTP/1.1 {} -\r\nConnection: close\r\nContent-Length: {}\r\n", self.status, self.body.len());
        for (name, value) in &self.headers {
            head += &format!("{name}: {value}\r\n");
        }
        // Who asked may have gone.
        _ = stream
            .write_all(head.as_bytes())
            .and_then(|()| stream.write_all(b"\r\n"))
            .and_then(|()| stream.write_all(&self.body));
    }
}

/// Serves on a port of its own for as long as the test runs, a thread a connection.
pub fn serve(handle: impl Fn(&mut TcpStream) + Send + Sync + Clone + 'static) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let (Ok(mut stream), handle) = (stream, handle.clone()) else { continue };
            std::thread::spawn(move || handle(&mut stream));
        }
    });
    address
}

/// Reads a request.
pub fn read(stream: &TcpStream) -> Option<Incoming> {
    let mut reader = BufReader::new(stream);
    let first = line(&mut reader)?;
    let mut words = first.split(' ');
    let mut incoming =
        Incoming { method: words.next()?.to_owned(), target: words.next()?.to_owned(), ..Incoming::default() };
    incoming.headers = headers(&mut reader);
    let length = incoming.header("content-length").and_then(|n| n.parse().ok()).unwrap_or(0);
    incoming.body = vec![0; length];
    reader.read_exact(&mut incoming.body).ok()?;
    Some(incoming)
}

/// Sends a request on to another server, and gives its answer.
pub fn forward(to: SocketAddr, request: &Incoming) -> io::Result<Reply> {
    let mut stream = TcpStream::connect(to)?;
    // Version 1.0, so that the answer comes in one piece.
    let mut head = format!("{} {} HTTP/1.0\r\nHost: {to}\r\n", request.method, request.target);
    let kept = |name: &str| !["host", "connection", "content-length"].iter().any(|n| name.eq_ignore_ascii_case(n));
    for (name, value) in request.headers.iter().filter(|(name, _)| kept(name)) {
        head += &format!("{name}: {value}\r\n");
    }
    if !request.body.is_empty() {
        head += &format!("Content-Length: {}\r\n", request.body.len());
    }
    stream.write_all(head.as_bytes())?;
    stream.write_all(b"\r\n")?;
    stream.write_all(&request.body)?;
    let mut reader = BufReader::new(&stream);
    let first = line(&mut reader).ok_or(io::ErrorKind::UnexpectedEof)?;
    let status = first.split(' ').nth(1).and_then(|n| n.parse().ok()).ok_or(io::ErrorKind::InvalidData)?;
    let mut headers = headers(&mut reader);
    let framed = ["connection", "content-length", "transfer-encoding", "keep-alive"];
    headers.retain(|(name, _)| !framed.iter().any(|n| name.eq_ignore_ascii_case(n)));
    let mut body = Vec::new();
    reader.read_to_end(&mut body)?;
    Ok(Reply { status, headers, body })
}

fn line(reader: &mut impl BufRead) -> Option<String> {
    let mut line = String::new();
    reader.read_line(&mut line).ok().filter(|n| *n > 0)?;
    Some(line.trim_end().to_owned())
}

fn headers(reader: &mut impl BufRead) -> Vec<(String, String)> {
    let lines = std::iter::from_fn(|| line(reader).filter(|line| !line.is_empty()));
    lines
        .filter_map(|line| line.split_once(':').map(|(name, value)| (name.to_owned(), value.trim().to_owned())))
        .collect()
}
