//! How the lines of a replay are kept: gzip, which every tool reads.

use std::io::{self, BufRead, BufReader, Read, Write as _};

use bytes::Bytes;
use flate2::Compression;
use flate2::bufread::MultiGzDecoder;
use flate2::write::GzEncoder;

use crate::limits::{REPLAY_BYTES_MAX, REPLAY_LINE_BYTES_MAX};

/// The first bytes of all that is gzip.
const MAGIC: [u8; 2] = [0x1f, 0x8b];

/// Lines that are being packed.
#[derive(Debug)]
pub struct Packer(GzEncoder<Vec<u8>>);

impl Default for Packer {
    fn default() -> Self {
        Self(GzEncoder::new(Vec::new(), Compression::default()))
    }
}

impl Packer {
    /// Adds lines.
    ///
    /// # Errors
    /// Never, with memory left.
    pub fn add(&mut self, lines: &[u8]) -> io::Result<()> {
        self.0.write_all(lines)
    }

    /// The packed bytes.
    ///
    /// # Errors
    /// Never, with memory left.
    pub fn finish(self) -> io::Result<Bytes> {
        self.0.finish().map(Bytes::from)
    }
}

/// Reads packed bytes, up to a bound beyond which no honest replay goes. Several members one behind the
/// other are one text, as RFC 1952 has it; anything else behind the last one is an error.
pub fn unpacked(packed: impl BufRead) -> impl Read {
    Bounded { inner: MultiGzDecoder::new(packed), left: REPLAY_BYTES_MAX }
}

/// A reader that fails where there is more than a bound, so that what is cut off is never taken for the end.
struct Bounded<R> {
    inner: R,
    left: u64,
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        // One more than the bound tells what goes beyond it.
        let most = usize::try_from(self.left).unwrap_or(usize::MAX).saturating_add(1).min(into.len());
        let count = self.inner.read(&mut into[..most])?;
        let left = self.left.checked_sub(count as u64);
        self.left = left.ok_or_else(|| {
            let why = format!("it is larger than {REPLAY_BYTES_MAX} bytes");
            io::Error::new(io::ErrorKind::InvalidData, why)
        })?;
        Ok(count)
    }
}

/// Reads packed bytes to their end, where their checksum is, and keeps nothing.
///
/// # Errors
/// When they are not whole, or unpack to more than the bound.
pub fn whole(packed: &[u8]) -> io::Result<()> {
    io::copy(&mut unpacked(packed), &mut io::sink())?;
    Ok(())
}

/// Reads a file that may be packed or not.
///
/// # Errors
/// When it cannot be read.
pub fn opened<'a>(mut file: impl BufRead + 'a) -> io::Result<Box<dyn BufRead + 'a>> {
    Ok(if file.fill_buf()?.starts_with(&MAGIC) {
        Box::new(BufReader::new(unpacked(file)))
    } else {
        Box::new(BufReader::new(Bounded { inner: file, left: REPLAY_BYTES_MAX }))
    })
}

/// The next line without its line feed; none at the end.
///
/// # Errors
/// When it cannot be read, is too long, or the last one is cut off.
pub fn next_line(lines: &mut dyn BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    lines.take(REPLAY_LINE_BYTES_MAX).read_until(b'\n', &mut line)?;
    match line.pop() {
        None => Ok(None),
        Some(b'\n') => Ok(Some(line)),
        Some(_) => Err(io::Error::new(io::ErrorKind::InvalidData, "the line is cut off, or too long")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_whole_is_told() {
        let mut packer = Packer::default();
        packer.add(&b"{\"line\":\"step\"}\n".repeat(1_000)).expect("packed");
        let packed = packer.finish().expect("packed");
        whole(&packed).expect("as it was packed");
        whole(&[]).expect_err("nothing");
        for cut in [1, 5, packed.len() / 2, packed.len() - 1] {
            whole(&packed[..cut]).expect_err("a part");
        }
        // The magic, the method, the data, the checksum, the length.
        for at in [0, 1, 2, 20, packed.len() / 2, packed.len() - 8, packed.len() - 1] {
            let mut changed = packed.to_vec();
            changed[at] ^= 1;
            assert!(whole(&changed).is_err(), "byte {at}");
        }
    }

    fn packed(text: &[u8]) -> Vec<u8> {
        let mut packer = Packer::default();
        packer.add(text).expect("packed");
        packer.finish().expect("packed").to_vec()
    }

    fn read(file: &[u8]) -> io::Result<Vec<u8>> {
        let mut text = Vec::new();
        opened(file)?.read_to_end(&mut text)?;
        Ok(text)
    }

    #[test]
    fn all_members_are_one_text_and_nothing_else_may_follow() {
        let (one, other) = (packed(b"{\"a\":1}\n{\"b\""), packed(b":2}\n"));
        let both = [&one[..], &other].concat();
        assert_eq!(read(&both).expect("two members"), b"{\"a\":1}\n{\"b\":2}\n");
        whole(&both).expect("two members");
        for junk in [&b"x"[..], b"{\"c\":3}\n", &[0; 512], &one[..one.len() / 2]] {
            let more = [&both[..], junk].concat();
            read(&more).expect_err("junk behind the last member");
            whole(&more).expect_err("junk behind the last member");
        }
    }

    #[test]
    fn what_goes_beyond_the_bound_is_no_end() {
        let mut text = Vec::new();
        let read = |left, text: &mut Vec<u8>| Bounded { inner: &b"1234"[..], left }.read_to_end(text);
        assert_eq!(read(4, &mut text).expect("just enough"), 4);
        assert_eq!(read(5, &mut text).expect("more than enough"), 4);
        read(3, &mut text).expect_err("one too many");
        read(0, &mut text).expect_err("four too many");
    }

    #[test]
    fn lines_come_back_packed_or_not() {
        let text = b"{\"a\":1}\n{\"b\":2}\n";
        let mut packer = Packer::default();
        packer.add(&text[..5]).and_then(|()| packer.add(&text[5..])).expect("packed");
        let packed = packer.finish().expect("packed");
        for file in [&packed[..], &text[..]] {
            let mut lines = opened(file).expect("opened");
            assert_eq!(next_line(&mut *lines).expect("read"), Some(b"{\"a\":1}".to_vec()));
            assert_eq!(next_line(&mut *lines).expect("read"), Some(b"{\"b\":2}".to_vec()));
            assert_eq!(next_line(&mut *lines).expect("read"), None);
        }
        next_line(&mut &text[..5]).expect_err("cut off");
        let long = vec![b'x'; usize::try_from(REPLAY_LINE_BYTES_MAX).expect("small") + 1];
        next_line(&mut &long[..]).expect_err("too long");
        let half = &packed[..packed.len() / 2];
        let mut lines = opened(half).expect("opened");
        assert!(std::iter::repeat_with(|| next_line(&mut *lines)).take(3).any(|line| line.is_err()));
    }
}
