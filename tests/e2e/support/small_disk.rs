//! A disk of its own that a test can fill: a few MiB of memory, mounted over a folder.

use std::fs::File;
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Enough for a race, and soon full.
const SIZE: &str = "size=16m";

/// See the module. Unmounted when it goes.
#[derive(Debug)]
pub struct SmallDisk {
    at: PathBuf,
}

impl SmallDisk {
    /// Mounts one over that folder; none where this user may not.
    pub fn over(folder: &Path) -> Option<Self> {
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", SIZE, "slapdown-test"]).arg(folder);
        let mounted = mount.stderr(Stdio::null()).status().is_ok_and(|status| status.success());
        mounted.then(|| Self { at: folder.to_owned() })
    }

    fn filler(&self) -> PathBuf {
        self.at.join("filler")
    }

    /// Writes until nothing more fits.
    pub fn fill(&self) {
        let mut filler = File::create(self.filler()).expect("a file");
        // In the end byte by byte.
        for piece in [64 * 1024, 1] {
            let error = loop {
                if let Err(error) = filler.write_all(&vec![0; piece]) {
                    break error;
                }
            };
            assert_eq!(error.kind(), ErrorKind::StorageFull, "{error}");
        }
    }

    /// Takes away what filled it.
    pub fn free(&self) {
        std::fs::remove_file(self.filler()).expect("it is there");
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        // Whoever has a file open there goes on until it is closed.
        let _ = Command::new("umount").arg("--lazy").arg(&self.at).status();
    }
}
