//! Prism: it holds each request and each answer to GitHub's own description.

use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A running Prism.
pub struct Prism {
    child: Child,
    pub address: SocketAddr,
}

impl Prism {
    /// Prism before a server, where the environment says in `DESIGNLINT_PRISM` which program it is.
    pub fn before(server: SocketAddr) -> Option<Self> {
        let program = std::env::var("DESIGNLINT_PRISM").ok().filter(|path| !path.is_empty())?;
        let description = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/github/api.github.com.json");
        let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
        let mut command = Command::new("node");
        command.args([&program, "proxy", "-h", "127.0.0.1", "-p", &address.port().to_string(), "--errors"]);
        command.arg(description).arg(format!("http://{server}"));
        let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let prism = Self { child, address };
        let start = Instant::now();
        while TcpStream::connect(address).is_err() {
            assert!(start.elapsed() < Duration::from_secs(600), "Prism does not come up");
            std::thread::sleep(Duration::from_millis(100));
        }
        Some(prism)
    }
}

impl Drop for Prism {
    fn drop(&mut self) {
        _ = self.child.kill();
        _ = self.child.wait();
    }
}
