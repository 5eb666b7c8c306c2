//! What stands between the bot and GitHub: it lets requests through, to Prism where that is there, and fails as a network
//! and a busy GitHub do.

#![allow(clippy::print_stdout, reason = "what Prism says is shown at once")]

use std::io::Write;
use std::net::{SocketAddr, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::github::refusal;
use super::http::{Reply, forward, read, serve};

/// What happens to a request.
pub enum Act {
    /// It is answered here, and GitHub never sees it.
    Answer(Reply),
    /// The connection breaks before GitHub sees it.
    ResetBefore,
    /// GitHub carries it out, and the connection breaks.
    ResetAfter,
    /// GitHub carries it out, and the answer is this one.
    AnswerAfter(Reply),
    /// GitHub carries it out, and the answer never comes.
    SilenceAfter(Duration),
    /// It comes through late.
    Late(Duration),
    /// Something else happens first.
    First(Box<dyn FnOnce() + Send>),
}

/// A fault: the first requests of a method to a path that ends so.
pub struct Fault {
    pub method: &'static str,
    pub path: &'static str,
    pub act: Act,
}

/// A way to GitHub on which things go wrong.
#[derive(Clone, Default)]
pub struct Front {
    faults: Arc<Mutex<Vec<Fault>>>,
    /// What Prism said of requests and answers that are not as GitHub describes them.
    pub violations: Arc<Mutex<Vec<String>>>,
}

impl Front {
    /// A way to GitHub at `hub`, over Prism where it is there; and its address.
    pub fn serve(hub: SocketAddr, prism: Option<SocketAddr>) -> (Self, SocketAddr) {
        let front = Self::default();
        let served = front.clone();
        let address = serve(move |stream| served.pass(stream, hub, prism));
        (front, address)
    }

    /// The next request of a method to a path that ends so fares like this. Several are met in their order.
    pub fn fault(&self, method: &'static str, path: &'static str, act: Act) {
        self.faults.lock().unwrap().push(Fault { method, path, act });
    }

    /// Whether every fault was met.
    pub fn met_all(&self) -> bool {
        self.faults.lock().unwrap().is_empty()
    }

    fn fault_for(&self, method: &str, target: &str) -> Option<Act> {
        let path = target.split('?').next().unwrap_or_default();
        let mut faults = self.faults.lock().unwrap();
        let at = faults.iter().position(|fault| fault.method == method && path.ends_with(fault.path))?;
        Some(faults.remove(at).act)
    }

    fn pass(&self, stream: &mut TcpStream, hub: SocketAddr, prism: Option<SocketAddr>) {
        let Some(request) = read(stream) else { return };
        let to = if request.target == "/graphql" { hub } else { prism.unwrap_or(hub) };
        let through = || {
            let reply = forward(to, &request).unwrap_or_else(|e| refusal(500, &format!("no way through: {e}"), &[]));
            let said = String::from_utf8_lossy(&reply.body);
            if said.contains("stoplight.io/prism/errors") || said.contains("no way through") {
                // A scene that fails of it says less.
                println!("{} {}: {said}", request.method, request.target);
                self.violations.lock().unwrap().push(format!("{} {}: {said}", request.method, request.target));
            }
            reply
        };
        match self.fault_for(&request.method, &request.target) {
            None => through().write(stream),
            Some(Act::Answer(reply)) => reply.write(stream),
            Some(Act::AnswerAfter(reply)) => {
                through();
                reply.write(stream);
            }
            Some(Act::ResetBefore) => broken(stream),
            Some(Act::ResetAfter) => {
                through();
                broken(stream);
            }
            Some(Act::SilenceAfter(time)) => {
                through();
                std::thread::sleep(time);
            }
            Some(Act::Late(time)) => {
                std::thread::sleep(time);
                through().write(stream);
            }
            Some(Act::First(act)) => {
                act();
                through().write(stream);
            }
        }
    }
}

/// Half of an answer, and no more.
fn broken(stream: &mut TcpStream) {
    _ = stream.write_all(b"HTTP/1.1 200 -\r\nContent-Length: 900\r\n\r\n{\"id\":");
    _ = stream.shutdown(std::net::Shutdown::Both);
}
