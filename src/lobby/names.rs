//! Names that a host does not want: a list in a file, compared in folded form.
//!
//! A line is a word that no name may have; `*word*` is not allowed inside of other words either. Empty
//! lines, and those that begin with `#`, say nothing.

use crate::limits::NAME_FILTER_LINES_MAX;
use crate::text;

/// What a host does not want to read. The default takes every name.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct NameFilter {
    /// Whole words, folded.
    words: Vec<String>,
    /// What may stand nowhere, folded.
    parts: Vec<String>,
}

impl NameFilter {
    /// The filter that a file describes.
    ///
    /// # Errors
    /// The line that cannot be used, and why, as a phrase.
    pub fn read(text: &str) -> Result<Self, String> {
        let mut filter = Self::default();
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.trim();
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            if number > NAME_FILTER_LINES_MAX {
                return Err(format!("it has more than {NAME_FILTER_LINES_MAX} lines"));
            }
            let inner = line.strip_prefix('*').and_then(|rest| rest.strip_suffix('*'));
            let folded = squeezed(&text::folded(inner.unwrap_or(line)));
            if folded.is_empty() {
                return Err(format!("line {number} has no letter or digit"));
            }
            if inner.is_some() { &mut filter.parts } else { &mut filter.words }.push(folded);
        }
        Ok(filter)
    }

    /// Whether somebody may be called that.
    #[must_use]
    pub fn allows(&self, name: &str) -> bool {
        let folded = text::folded(name);
        let whole = squeezed(&folded);
        let refused = |word: &String| *word == whole || folded.split(' ').any(|part| part == word);
        !self.words.iter().any(refused) && !self.parts.iter().any(|part| whole.contains(part.as_str()))
    }
}

/// Without the gaps, which are no way around a filter.
fn squeezed(folded: &str) -> String {
    folded.replace(' ', "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_refused_as_words_and_parts_anywhere() {
        let filter = NameFilter::read("# a comment\n\nAss\n*blast*\nAdmin\n").expect("a filter");
        for refused in [
            "ass",
            "Big ASS",
            "a s s",
            "á\u{0300}ss",
            "Ａｓｓ",
            "ass!",
            "Bigblaster",
            "B-l-a-s-t",
            "ADMIN",
            "admin 1",
        ] {
            assert!(!filter.allows(refused), "{refused}");
        }
        for allowed in ["Cassandra", "Grass Ana", "Admiral", "Ana", "blas", "日本"] {
            assert!(filter.allows(allowed), "{allowed}");
        }
        assert!(NameFilter::default().allows("ass"));
    }

    #[test]
    fn a_line_that_names_nothing_is_told() {
        assert_eq!(NameFilter::read("ok\n***\n"), Err("line 2 has no letter or digit".to_owned()));
        assert!(NameFilter::read(&"a\n".repeat(NAME_FILTER_LINES_MAX)).is_ok());
        assert!(NameFilter::read(&"a\n".repeat(NAME_FILTER_LINES_MAX + 1)).is_err());
    }
}
