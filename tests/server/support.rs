//! A server in this process, a toy conversation, and clients that may send anything.

use std::net::{IpAddr, SocketAddr};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use bytes::Bytes;
use serde_json::{Map, Value};
use slapdown::clock::ManualClock;
use slapdown::code;
use slapdown::games::GameKind;
use slapdown::ids::{PlayerId, RoomCode};
use slapdown::protocol::close;
use slapdown::protocol::rooms::RoomsPage;
use slapdown::room::outbox::{Class, Close, Outbox};
use slapdown::room::request::Visibility;
use slapdown::room::view::RoomPhase;
use slapdown::server::api::{Api, ApiError, NewGuest, RoomFacts};
use slapdown::server::slots::Caps;
use slapdown::server::ws::{Conversation, Greeter, Next};
use slapdown::server::{Site, listen, serve};
use slapdown::shutdown::Shutdown;
use slapdown::store::Store;
use slapdown::store::memory::MemoryStore;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::Notify;
use tokio::task::JoinHandle;

/// Far more than anything here takes; a test that waits as long has failed.
const PATIENCE: Duration = Duration::from_secs(20);

/// Real time, for what depends on the kernel alone.
#[expect(clippy::disallowed_methods, reason = "a test that hangs must fail")]
pub async fn in_time<F: Future>(work: F) -> F::Output {
    tokio::time::timeout(PATIENCE, work).await.expect("this takes too long")
}

/// Gives the server a moment in which it could do what it must not.
#[expect(clippy::disallowed_methods, reason = "waiting for nothing to happen")]
pub async fn a_moment() {
    tokio::time::sleep(Duration::from_millis(50)).await;
}

/// Waits until something is so.
#[expect(clippy::disallowed_methods, reason = "polls what has no signal")]
pub async fn until(what: &str, mut so: impl FnMut() -> bool) {
    for _ in 0..4_000 {
        if so() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    panic!("never: {what}");
}

/// What all toy conversations share.
#[derive(Default)]
pub struct Toys {
    pub begun: AtomicUsize,
    pub ended: AtomicUsize,
    pub heard: AtomicUsize,
    pub outboxes: Mutex<Vec<Arc<Outbox>>>,
    pub addresses: Mutex<Vec<IpAddr>>,
    pub go_on: Notify,
    /// Whether the store hangs when it is asked whether it can write.
    pub hangs: AtomicBool,
    /// Where results are read.
    pub store: Arc<MemoryStore>,
}

impl Toys {
    pub fn outbox(&self) -> Arc<Outbox> {
        self.outboxes.lock().expect("the list").last().expect("a connection").clone()
    }
}

struct Toy {
    toys: Arc<Toys>,
    outbox: Arc<Outbox>,
    greeted: bool,
}

#[async_trait]
impl Conversation for Toy {
    async fn frame(&mut self, text: &str) -> Next {
        self.toys.heard.fetch_add(1, Ordering::SeqCst);
        match text {
            "hello" => {
                self.greeted = true;
                let _ = self.outbox.push(Class::Other, Bytes::from_static(b"welcome"));
            }
            "remove me" => return Next::Close(Close { code: 4003, reason: close::REMOVED.reason }),
            "panic" => panic!("asked for"),
            "wait" => self.toys.go_on.notified().await,
            "" => (),
            other => {
                let _ = self.outbox.push(Class::Answer, Bytes::copy_from_slice(other.as_bytes()));
            }
        }
        Next::Go
    }

    fn greeted(&self) -> bool {
        self.greeted
    }

    async fn wake(&mut self) {
        std::future::pending::<()>().await;
    }

    async fn end(&mut self) {
        tokio::task::yield_now().await;
        self.toys.ended.fetch_add(1, Ordering::SeqCst);
    }
}

struct ToyGreeter(Arc<Toys>);

impl Greeter for ToyGreeter {
    fn begin(&self, outbox: Arc<Outbox>, address: IpAddr) -> Box<dyn Conversation> {
        self.0.begun.fetch_add(1, Ordering::SeqCst);
        self.0.outboxes.lock().expect("the list").push(outbox.clone());
        self.0.addresses.lock().expect("the list").push(address);
        Box::new(Toy { toys: self.0.clone(), outbox, greeted: false })
    }
}

/// A lobby of one room, `KTZSB7`.
struct ToyLobby {
    wait: Arc<Toys>,
}

#[async_trait]
impl Api for ToyLobby {
    async fn make_guest(&self, name: Option<&str>, address: IpAddr) -> Result<NewGuest, ApiError> {
        match name {
            Some("panic") => panic!("asked for"),
            Some("wait") => self.wait.go_on.notified().await,
            Some("flood") => {
                return Err(ApiError {
                    retry_after_ms: Some(1_500),
                    ..ApiError::from(&code::TOO_MANY_TRIES)
                });
            }
            _ => (),
        }
        let player = PlayerId(uuid::Uuid::nil());
        Ok(NewGuest { player, name: name.unwrap_or("Brisk Otter").to_owned(), token: address.to_string() })
    }

    async fn make_room(
        &self,
        token: &str,
        _: GameKind,
        options: Map<String, Value>,
        visibility: Visibility,
    ) -> Result<RoomCode, ApiError> {
        if token != "secret" {
            return Err(ApiError::from(&code::BAD_TOKEN));
        }
        if !options.is_empty() || visibility == Visibility::Public {
            return Err(ApiError::at(&code::BAD_OPTION, "options.target"));
        }
        Ok("KTZSB7".parse().expect("a code"))
    }

    fn list_rooms(&self, game: Option<GameKind>, after: Option<&str>) -> Result<RoomsPage, ApiError> {
        match after {
            Some("9") | None => {
                Ok(RoomsPage { rooms: Vec::new(), next: game.map(|game| game.name().to_owned()) })
            }
            Some(_) => Err(ApiError::at(&code::BAD_FIELD, "after")),
        }
    }

    async fn look_up(&self, code: &str, _: IpAddr) -> Result<RoomFacts, ApiError> {
        let known: RoomCode = "KTZSB7".parse().expect("a code");
        if code.parse() != Ok(known) {
            return Err(ApiError::from(&code::ROOM_NOT_FOUND));
        }
        Ok(RoomFacts {
            code: known,
            game: GameKind::WackeeSix,
            visibility: Visibility::Private,
            phase: RoomPhase::Lobby,
            sides: 4,
            sides_taken: 1,
            seats_free: 3,
            people: 2,
            spectators: 0,
            locked: false,
            may_watch: true,
        })
    }

    async fn player_name(&self, player: PlayerId) -> Result<String, ApiError> {
        if player.0.is_nil() { Ok("Ana".to_owned()) } else { Err(ApiError::from(&code::PLAYER_NOT_FOUND)) }
    }

    async fn delete_guest(&self, token: &str) -> Result<(), ApiError> {
        if token == "secret" { Ok(()) } else { Err(ApiError::from(&code::BAD_TOKEN)) }
    }

    fn records(&self) -> Arc<dyn Store> {
        self.wait.store.clone()
    }

    async fn ready(&self) -> Result<(), String> {
        if self.wait.hangs.load(Ordering::SeqCst) {
            std::future::pending::<()>().await;
        }
        Ok(())
    }
}

/// A server in this process.
pub struct Server {
    pub at: SocketAddr,
    pub clock: Arc<ManualClock>,
    pub shutdown: Shutdown,
    pub toys: Arc<Toys>,
    pub task: JoinHandle<()>,
}

impl Server {
    pub fn start() -> Self {
        Self::start_with(Caps::default(), |_| ())
    }

    pub fn start_with(caps: Caps, change: impl FnOnce(&mut Site)) -> Self {
        let clock = Arc::new(ManualClock::new());
        let toys = Arc::new(Toys::default());
        let shutdown = Shutdown::new();
        let lobby = Arc::new(ToyLobby { wait: toys.clone() });
        let mut site = Site::new(clock.clone(), lobby, Arc::new(ToyGreeter(toys.clone())), shutdown.clone());
        change(&mut site);
        let listener = listen::bind(SocketAddr::from(([127, 0, 0, 1], 0))).expect("a port");
        let at = listener.local_addr().expect("an address");
        let task = tokio::spawn(serve(listener, Arc::new(site), caps));
        Self { at, clock, shutdown, toys, task }
    }

    pub async fn tcp(&self) -> TcpStream {
        in_time(TcpStream::connect(self.at)).await.expect("a connection")
    }

    /// A WebSocket after its handshake.
    pub async fn open(&self) -> Client {
        let (client, head) = self.try_open("").await;
        assert!(head.starts_with("HTTP/1.1 101 "), "{head}");
        client
    }

    /// A WebSocket that has been welcomed.
    pub async fn greet(&self) -> Client {
        let mut client = self.open().await;
        client.text("hello").await;
        assert_eq!(client.next_text().await, "welcome");
        client
    }

    /// Tries a handshake with more header lines, each ended by CR LF.
    pub async fn try_open(&self, headers: &str) -> (Client, String) {
        let mut client = Client { tcp: self.tcp().await };
        let at = self.at;
        let request = format!(
            "GET /ws HTTP/1.1\r\nhost: {at}\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
             sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n{headers}\r\n"
        );
        client.raw(request.as_bytes()).await;
        let head = client.head().await;
        (client, head)
    }
}

/// A frame as it came.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    pub opcode: u8,
    pub payload: Vec<u8>,
}

/// A socket that can send anything.
pub struct Client {
    pub tcp: TcpStream,
}

impl Client {
    pub async fn raw(&mut self, bytes: &[u8]) {
        in_time(self.tcp.write_all(bytes)).await.expect("a write");
    }

    /// Sends bytes that the server may not want any more.
    pub async fn try_raw(&mut self, bytes: &[u8]) {
        let _ = in_time(self.tcp.write_all(bytes)).await;
    }

    /// A masked frame. `first` is the first byte: FIN, reserved bits and opcode.
    pub async fn frame(&mut self, first: u8, payload: &[u8]) {
        let bytes = masked(first, payload);
        self.raw(&bytes).await;
    }

    pub async fn text(&mut self, text: &str) {
        self.frame(0x81, text.as_bytes()).await;
    }

    /// The header of an HTTP answer.
    pub async fn head(&mut self) -> String {
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            let byte = in_time(self.tcp.read_u8()).await;
            let Ok(byte) = byte else { break };
            head.push(byte);
        }
        String::from_utf8(head).expect("text")
    }

    /// The next frame, or none at the end of the stream.
    pub async fn next(&mut self) -> Option<Frame> {
        in_time(async {
            let first = self.tcp.read_u8().await.ok()?;
            let length = self.tcp.read_u8().await.ok()?;
            assert_eq!(length >> 7, 0, "servers do not mask");
            let length = match length {
                126 => usize::from(self.tcp.read_u16().await.ok()?),
                127 => usize::try_from(self.tcp.read_u64().await.ok()?).expect("a length"),
                short => usize::from(short),
            };
            let mut payload = vec![0; length];
            self.tcp.read_exact(&mut payload).await.ok()?;
            assert_eq!(first & 0xf0, 0x80, "whole frames without extensions");
            Some(Frame { opcode: first & 0x0f, payload })
        })
        .await
    }

    /// The next frame's text.
    pub async fn next_text(&mut self) -> String {
        let frame = self.next().await.expect("a frame");
        assert_eq!(frame.opcode, 1, "{frame:?}");
        String::from_utf8(frame.payload).expect("text")
    }

    /// The code of the close, with all frames before it thrown away; none if the stream just ended.
    pub async fn close_code(&mut self) -> Option<u16> {
        while let Some(frame) = self.next().await {
            if frame.opcode == 8 {
                return Some(u16::from_be_bytes([frame.payload[0], frame.payload[1]]));
            }
        }
        None
    }

    /// Whether the stream has ended, be it by a reset.
    pub async fn ended(&mut self) -> bool {
        let mut byte = [0];
        matches!(in_time(self.tcp.read(&mut byte)).await, Ok(0) | Err(_))
    }

    /// Waits for the close with that code, answers it and sees the end.
    pub async fn closes_with(&mut self, code: u16) {
        assert_eq!(self.close_code().await, Some(code));
        self.try_raw(&masked(0x88, &code.to_be_bytes())).await;
        assert!(self.ended().await);
    }
}

/// A masked frame's bytes.
pub fn masked(first: u8, payload: &[u8]) -> Vec<u8> {
    let mask: [u8; 4] = [0x11, 0x22, 0x33, 0x44];
    let mut bytes = vec![first];
    match payload.len() {
        short @ 0..126 => bytes.push(0x80 | u8::try_from(short).expect("short")),
        middle @ 126..65_536 => {
            bytes.push(0xfe);
            bytes.extend(u16::try_from(middle).expect("middle").to_be_bytes());
        }
        long => {
            bytes.push(0xff);
            bytes.extend((long as u64).to_be_bytes());
        }
    }
    bytes.extend(mask);
    bytes.extend(payload.iter().zip(mask.iter().cycle()).map(|(byte, mask)| byte ^ mask));
    bytes
}
