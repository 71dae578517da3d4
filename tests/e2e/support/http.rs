//! HTTP requests by hand: one connection each.

use std::net::SocketAddr;

use serde_json::Value;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};

use super::time::within;
use super::wire::{own_address, tcp};

/// What came back.
#[derive(Debug)]
pub struct Answer {
    /// The status.
    pub status: u16,
    /// The head, in lower case.
    pub head: String,
    /// The body.
    pub body: String,
}

impl Answer {
    /// The body as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|why| panic!("{why}: {}", self.body))
    }
}

/// Sends a request with those header lines (each ended by CR LF) and that body.
pub async fn request(at: SocketAddr, line: &str, headers: &str, body: &str) -> Answer {
    within(line, async {
        let mut stream = tcp(at, own_address(1)).await.expect("a connection");
        let length = body.len();
        let text = format!(
            "{line} HTTP/1.1\r\nhost: {at}\r\nconnection: close\r\ncontent-length: {length}\r\n{headers}\r\n{body}"
        );
        stream.write_all(text.as_bytes()).await.expect("it can be sent");
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).await.expect("it can be read");
        let text = String::from_utf8(bytes).expect("text");
        let (head, body) = text.split_once("\r\n\r\n").expect("a head");
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
        Answer { status, head: head.to_ascii_lowercase(), body: body.to_owned() }
    })
    .await
}

/// GET.
pub async fn get(at: SocketAddr, path: &str) -> Answer {
    request(at, &format!("GET {path}"), "", "").await
}

/// POST of JSON.
pub async fn post(at: SocketAddr, path: &str, headers: &str, body: &str) -> Answer {
    request(at, &format!("POST {path}"), &format!("content-type: application/json\r\n{headers}"), body).await
}
