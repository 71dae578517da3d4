//! A WebSocket to the server, and nothing of the protocol.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

use super::time::within;

/// A WebSocket.
pub type Socket = WebSocketStream<TcpStream>;

/// Another address of this machine, so that bounds for one address do not hold for all.
pub fn own_address(number: u8) -> IpAddr {
    Ipv4Addr::new(127, 0, 0, number).into()
}

/// A TCP connection from one of this machine's addresses.
pub async fn tcp(at: SocketAddr, from: IpAddr) -> io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind(SocketAddr::new(from, 0))?;
    let stream = socket.connect(at).await?;
    stream.set_nodelay(true)?;
    Ok(stream)
}

/// A WebSocket after its handshake.
pub async fn open_from(at: SocketAddr, from: IpAddr) -> Result<Socket, String> {
    let stream = within("to connect", tcp(at, from)).await.map_err(|why| why.to_string())?;
    let request = format!("ws://{at}/ws").into_client_request().map_err(|why| why.to_string())?;
    let config = WebSocketConfig::default().read_buffer_size(4 * 1024);
    let opened = within("the handshake", client_async_with_config(request, stream, Some(config))).await;
    opened.map(|(socket, _)| socket).map_err(|why| why.to_string())
}

/// A WebSocket from the usual address.
pub async fn open(at: SocketAddr) -> Socket {
    open_from(at, own_address(1)).await.expect("a WebSocket")
}
