//! The page: what is served for it, and how much of it there is.

use slapdown::games::GameKind;
use slapdown::server::assets::assets;
use tokio::io::AsyncReadExt;

use crate::support::{Client, Server, in_time};

/// What a player of one game may have to load, packed.
const PAGE_BYTES_MAX: usize = 60 * 1024;

/// Sends a request with these headers and gives back the head in lower case, and the body.
async fn get(server: &Server, path: &str, host: &str, headers: &str) -> (String, Vec<u8>) {
    let mut client = Client { tcp: server.tcp().await };
    let request = format!("GET {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n{headers}\r\n");
    client.try_raw(request.as_bytes()).await;
    let mut answer = Vec::new();
    in_time(client.tcp.read_to_end(&mut answer)).await.expect("an answer");
    let end = answer.windows(4).position(|four| four == b"\r\n\r\n").expect("a header and a body");
    let head = String::from_utf8_lossy(&answer[..end]).to_ascii_lowercase();
    (head, answer.split_off(end + 4))
}

fn header<'h>(head: &'h str, name: &str) -> Option<&'h str> {
    head.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
}

#[tokio::test]
async fn the_same_document_is_at_the_root_and_at_each_link_to_a_room_or_replay() {
    let server = Server::start();
    for (path, base) in [
        ("/", "./"),
        ("/r/ktz-sb7", "../"),
        ("/r/KTZSB7/", "../../"),
        ("/replay/f6a12ca8-ffc3-4a66-8a14-0ccc72763361", "../"),
        ("/replay/anything/", "../../"),
    ] {
        let (head, body) = get(&server, path, "h", "").await;
        let text = String::from_utf8(body).expect("text");
        assert!(head.starts_with("http/1.1 200"), "{head}");
        assert_eq!(header(&head, "content-type"), Some("text/html; charset=utf-8"));
        assert_eq!(header(&head, "cache-control"), Some("no-cache"));
        assert_eq!(header(&head, "x-content-type-options"), Some("nosniff"));
        let policy = header(&head, "content-security-policy").expect("a policy");
        assert!(policy.contains("default-src 'self'") && !policy.contains("unsafe"), "{policy}");
        assert!(text.contains(&format!("<base href=\"{base}\">")), "{text}");
        assert!(!text.contains("{{"), "everything is filled in: {text}");
        // Below a path of a proxy an address from the root would lead out of it.
        assert!(!text.contains("=\"/"), "{text}");
    }
}

#[tokio::test]
async fn a_file_is_asked_about_again_and_sent_only_when_it_is_another() {
    let server = Server::start();
    let (head, body) = get(&server, "/app.js", "h", "").await;
    assert_eq!(header(&head, "content-type"), Some("text/javascript; charset=utf-8"));
    assert_eq!(header(&head, "cache-control"), Some("no-cache"));
    assert_eq!(body, assets().files["app.js"].plain);
    let tag = header(&head, "etag").expect("a tag");
    let same = format!("if-none-match: \"other\", {}\r\n", tag.replacen("w/", "W/", 1));
    let (head, body) = get(&server, "/app.js", "h", &same).await;
    assert!(head.starts_with("http/1.1 304") && body.is_empty(), "{head}");
    let (head, _) = get(&server, "/app.js", "h", "if-none-match: W/\"other\"\r\n").await;
    assert!(head.starts_with("http/1.1 200"), "{head}");
    let (head, body) = get(&server, "/style/base.css", "h", "accept-encoding: br, gzip;q=0.5\r\n").await;
    assert_eq!(header(&head, "content-encoding"), Some("gzip"));
    assert_eq!(header(&head, "content-type"), Some("text/css; charset=utf-8"));
    assert_eq!(body, assets().files["style/base.css"].gzip);
    let (head, _) = get(&server, "/style/base.css", "h", "accept-encoding: gzip;q=0\r\n").await;
    assert_eq!(header(&head, "content-encoding"), None);
}

#[tokio::test]
async fn what_is_no_part_of_the_page_is_not_served() {
    let server = Server::start();
    for path in
        ["/games/contract.d.ts", "/index.html", "/../Cargo.toml", "/%2e%2e/Cargo.toml", "/style", "/style/"]
    {
        let (head, _) = get(&server, path, "h", "").await;
        assert!(head.starts_with("http/1.1 404"), "{path}: {head}");
    }
}

#[tokio::test]
async fn a_phone_gets_a_picture_of_a_link_that_leads_to_this_server() {
    let server = Server::start();
    let (head, body) = get(&server, "/r/ktz-sb7/qr.svg", "192.168.1.5:8080", "").await;
    assert_eq!(header(&head, "content-type"), Some("image/svg+xml"));
    assert!(body.starts_with(b"<?xml") || body.starts_with(b"<svg"));
    // Nobody else can open a link to 127.0.0.1, and a code that is none makes no link.
    for (path, host) in [("/r/KTZSB7/qr.svg", "127.0.0.1:8080"), ("/r/%3Cb%3E/qr.svg", "192.168.1.5")] {
        let (head, _) = get(&server, path, host, "").await;
        assert!(head.starts_with("http/1.1 404"), "{path} at {host}: {head}");
    }
    let (_, body) = get(&server, "/", "192.168.1.5:8080", "").await;
    assert!(String::from_utf8_lossy(&body).contains("name=\"share\" content=\"http://192.168.1.5:8080/\""));
}

#[test]
fn nothing_of_the_page_names_another_host_or_an_inline_style() {
    for (path, file) in &assets().files {
        let text = String::from_utf8_lossy(&file.plain);
        let text = text.replace("http://www.w3.org/2000/svg", "");
        for word in
            ["http://", "https://", " style=", "innerHTML", "insertAdjacentHTML", "eval(", "onclick=\""]
        {
            assert!(!text.contains(word), "{path} has {word}");
        }
    }
}

#[test]
fn the_page_with_a_game_is_small() {
    let assets = assets();
    // What is loaded when it is needed, a first visit does not load: modules beside the one that imports them by a
    // call, and style sheets that are put on. Of the screens before a table it shows the first.
    let named = |text: &str, call: &str, folder: &str| -> Vec<String> {
        let names = text.split(call).skip(1).filter_map(|rest| rest.split('\'').next());
        names.map(|name| format!("{folder}/{name}")).collect()
    };
    let pressed: Vec<String> = assets
        .files
        .iter()
        .filter_map(|(path, file)| Some((path.rsplit_once('/')?.0, file)))
        .filter(|(folder, _)| *folder == "ui" || folder.starts_with("games/"))
        .flat_map(|(folder, file)| {
            let text = String::from_utf8_lossy(&file.plain);
            [named(&text, "import('./", folder), named(&text, "wear('style/", "style")].concat()
        })
        .filter(|path| path != "ui/first.js")
        .collect();
    assert!(pressed.iter().any(|path| path == "style/sheet.css"), "{pressed:?}");
    assert!(pressed.iter().all(|path| assets.files.contains_key(path.as_str())), "{pressed:?}");
    for game in GameKind::ALL {
        let others = GameKind::ALL.iter().filter(|other| *other != game);
        let others: Vec<String> = others.map(|other| format!("games/{}", other.name())).collect();
        let played = |path: &str| {
            // Replays are loaded by whoever watches one.
            !others.iter().any(|other| path.starts_with(other))
                && !pressed.iter().any(|pressed| path == pressed)
                && !path.starts_with("viewer/")
                && !path.ends_with("/replay.js")
        };
        let own = assets.files.iter().filter(|(path, _)| played(path));
        let total: usize = own.map(|(_, file)| file.gzip.len()).sum();
        assert!(total <= PAGE_BYTES_MAX, "{}: {total} bytes packed", game.name());
    }
}

#[test]
fn the_sources_are_such_that_comments_can_be_left_out() {
    let mut folders = vec![std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("web")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder of the page") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = std::fs::read_to_string(&path).expect("text");
            if !path.to_string_lossy().ends_with(".js") {
                continue;
            }
            for (number, line) in text.lines().enumerate() {
                let at = format!("{}:{}", path.display(), number + 1);
                assert!(line.matches('`').count() % 2 == 0, "{at}: a text runs over the line's end");
                let inner = line.split('\'').skip(1).step_by(2).any(|quoted| quoted.contains("/**"));
                assert!(!inner || line.trim_start().starts_with(['/', '*']), "{at}: a text holds /**");
            }
        }
    }
}
