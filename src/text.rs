//! Text that people write: one function at the edge for each kind, so that nothing unseemly gets in.
//!
//! Text is normalised (NFC), invisible and direction-changing marks are taken out, and what is too long
//! is refused, never cut. Letters are counted as people see them (a flag, a family, a syllable is one), and
//! each has a bound of its own: no pile of marks on one letter.

use unicode_normalization::UnicodeNormalization as _;
use unicode_segmentation::UnicodeSegmentation as _;

use crate::code::{self, Code};
use crate::limits::{CHAT_BYTES_MAX, CHAT_LETTERS_MAX, LETTER_POINTS_MAX, NAME_BYTES_MAX, NAME_LETTERS_MAX};

/// What somebody is called who is deleted in the middle of a round, until it is over. Nobody else is.
pub const FORMER_GUEST: &str = "Former guest";

/// Whether a name could be taken for [`FORMER_GUEST`].
#[must_use]
pub fn is_former_guest(name: &str) -> bool {
    folded(name).replace(' ', "") == folded(FORMER_GUEST).replace(' ', "")
}

/// A player's name as it is kept.
///
/// # Errors
/// `too_long` when it has too many letters or bytes, or one letter is made of too much; `bad_name` when nothing of it can be seen.
pub fn name(text: &str) -> Result<String, &'static Code> {
    bounded(text, NAME_LETTERS_MAX, NAME_BYTES_MAX, &code::BAD_NAME)
}

/// A line of chat as it is kept.
///
/// # Errors
/// `too_long` when it has too many letters or bytes, or one letter is made of too much; `bad_text` when nothing of it can be seen.
pub fn line(text: &str) -> Result<String, &'static Code> {
    bounded(text, CHAT_LETTERS_MAX, CHAT_BYTES_MAX, &code::BAD_TEXT)
}

/// A text as it is compared with another: without marks, case and signs, so that spellings that look
/// alike are alike. Words stay apart by one space. Never shown.
#[must_use]
pub fn folded(text: &str) -> String {
    let plain = text.nfkd().filter(|letter| !unicode_normalization::char::is_combining_mark(*letter));
    let lower: String = plain.flat_map(char::to_lowercase).collect();
    let words = lower.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ")
}

fn bounded(
    text: &str,
    letters_max: usize,
    bytes_max: usize,
    nothing: &'static Code,
) -> Result<String, &'static Code> {
    // A bound before any work: no honest text has so much that cannot be seen.
    if text.len() > 4 * bytes_max {
        return Err(&code::TOO_LONG);
    }
    let clean = clean(text);
    let heavy = |letter: &str| letter.chars().count() > LETTER_POINTS_MAX;
    let letters = clean.graphemes(true).count();
    if clean.len() > bytes_max || letters > letters_max || clean.graphemes(true).any(heavy) {
        return Err(&code::TOO_LONG);
    }
    if clean.chars().any(is_visible) { Ok(clean) } else { Err(nothing) }
}

/// Takes out what cannot be seen and joins runs of white space.
fn clean(text: &str) -> String {
    let mut visible = String::with_capacity(text.len());
    for letter in text.nfc().filter(|letter| !is_invisible(*letter)) {
        if letter != JOINER || visible.chars().next_back().is_some_and(joins) {
            visible.push(letter);
        }
    }
    visible.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Joins what stands beside it: emoji to families, letters of Indic scripts to syllables.
const JOINER: char = '\u{200D}';

/// Whether a joiner does anything after `letter`. Between other letters it only hides.
fn joins(letter: char) -> bool {
    const VIRAMA: u8 = 9;
    unicode_normalization::char::canonical_combining_class(letter) == VIRAMA
        || !(letter.is_ascii() || letter.is_alphanumeric() || letter.is_whitespace() || letter == JOINER)
}

/// Marks that show nothing and change how the text around them is read: controls, zero-width spaces,
/// marks that turn the direction of writing, tags.
fn is_invisible(letter: char) -> bool {
    let control = letter.is_control() && !letter.is_whitespace();
    control
        || matches!(letter,
            '\u{00AD}' | '\u{034F}' | '\u{061C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}'
            | '\u{180B}'..='\u{180F}' | '\u{200B}' | '\u{200C}' | '\u{200E}' | '\u{200F}'
            | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{3164}' | '\u{FEFF}' | '\u{FFA0}'
            | '\u{FFF0}'..='\u{FFFB}' | '\u{13430}'..='\u{1343F}' | '\u{1BCA0}'..='\u{1BCA3}'
            | '\u{1D159}' | '\u{1D173}'..='\u{1D17A}' | '\u{E0000}'..='\u{E0FFF}')
}

/// Whether a letter leaves something on the screen by itself.
fn is_visible(letter: char) -> bool {
    // Joiners and combining marks need a letter to stand on.
    let mark = unicode_normalization::char::is_combining_mark(letter);
    !letter.is_whitespace() && !is_invisible(letter) && !mark && letter != JOINER && letter != '\u{2800}'
}

/// A name for somebody who gave none, chosen by eight bytes of chance: "Brisk Otter".
#[must_use]
pub fn proposed_name(chance: [u8; 32]) -> String {
    let pick = |words: &[&'static str], at: usize| {
        let number = usize::from(u16::from_le_bytes([chance[at], chance[at + 1]]));
        words[number % words.len()]
    };
    format!("{} {}", pick(HOW, 0), pick(WHO, 2))
}

const HOW: &[&str] = &[
    "Brisk", "Calm", "Clever", "Daring", "Eager", "Fair", "Gentle", "Happy", "Jolly", "Keen", "Lucky",
    "Merry", "Nimble", "Proud", "Quick", "Quiet", "Ready", "Sharp", "Sly", "Spry", "Steady", "Sunny",
    "Swift", "Tidy", "Wily", "Witty", "Bold", "Bright", "Snappy", "Sturdy", "Plucky", "Zesty",
];
const WHO: &[&str] = &[
    "Otter", "Badger", "Heron", "Lynx", "Marten", "Falcon", "Hare", "Ibis", "Jackdaw", "Kestrel", "Lark",
    "Magpie", "Newt", "Osprey", "Puffin", "Quail", "Raven", "Seal", "Tern", "Vole", "Weasel", "Wren",
    "Beaver", "Crane", "Dormouse", "Ermine", "Finch", "Gecko", "Hedgehog", "Stoat", "Robin", "Toad",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_cleaned() {
        for (given, kept) in [
            ("  Ana   María ", "Ana María"),
            ("Ana\u{202e}evil\u{200b}", "Anaevil"),
            ("Zoe\u{0301}", "Zoé"),
            ("a\tb\nc", "a b c"),
            ("👩\u{200d}🚀", "👩\u{200d}🚀"),
            ("<b>", "<b>"),
        ] {
            assert_eq!(name(given).as_deref(), Ok(kept), "{given:?}");
        }
    }

    #[test]
    fn names_that_show_nothing_or_too_much_are_refused() {
        for nothing in [
            "\u{1D173}",
            "\u{1D173}\u{1D17A}",
            "\u{1D159}",
            "",
            "   ",
            "\u{200b}\u{200b}",
            "\u{3164}",
            "\u{0301}",
            "\u{200d}",
            "\u{2800}",
        ] {
            assert_eq!(name(nothing), Err(&code::BAD_NAME), "{nothing:?}");
        }
        assert_eq!(name(&"x".repeat(NAME_LETTERS_MAX)).map(|kept| kept.len()), Ok(NAME_LETTERS_MAX));
        assert_eq!(name(&"x".repeat(NAME_LETTERS_MAX + 1)), Err(&code::TOO_LONG));
        assert_eq!(name(&"x".repeat(100_000)), Err(&code::TOO_LONG));
        assert_eq!(
            name(&format!("a{}", "\u{0301}".repeat(400))),
            Err(&code::TOO_LONG),
            "many bytes, one letter"
        );
    }

    #[test]
    fn letters_are_counted_as_people_see_them() {
        let family = "👨\u{200d}👩\u{200d}👧\u{200d}👦";
        for letter in [
            "🇩🇪",
            family,
            "👍🏽",
            "🏳\u{fe0f}\u{200d}🌈",
            "1\u{fe0f}\u{20e3}",
            "क्षि",
            "漢",
            "e\u{0301}",
            "क्\u{200d}ष",
        ] {
            let all = letter.repeat(CHAT_LETTERS_MAX);
            assert!(line(&all).is_ok(), "{letter}: {} bytes", all.len());
            assert_eq!(line(&format!("{all}x")), Err(&code::TOO_LONG), "{letter}");
            let all = letter.repeat(NAME_LETTERS_MAX);
            assert!(name(&all).is_ok(), "{letter}: {} bytes", all.len());
            assert_eq!(name(&format!("{all}x")), Err(&code::TOO_LONG), "{letter}");
        }
    }

    #[test]
    fn no_letter_is_a_pile_of_marks_and_no_joiner_hides() {
        let marks = |count| format!("a{}", "\u{0337}".repeat(count));
        assert!(name(&marks(LETTER_POINTS_MAX - 1)).is_ok());
        for count in [LETTER_POINTS_MAX, 40] {
            assert_eq!(name(&marks(count)), Err(&code::TOO_LONG), "{count} marks");
            assert_eq!(line(&marks(count)), Err(&code::TOO_LONG), "{count} marks");
        }
        assert_eq!(line(&format!("a{}b", "\u{200d}".repeat(500))).as_deref(), Ok("ab"));
        assert_eq!(name(&format!("🚀{}x", "\u{200d}".repeat(9))).as_deref(), Ok("🚀\u{200d}x"));
    }

    #[test]
    fn a_text_is_never_cut() {
        assert_eq!(name(&format!("a{}b", " ".repeat(4_000))), Err(&code::TOO_LONG));
        assert_eq!(line(&"ä".repeat(CHAT_LETTERS_MAX)).map(|kept| kept.len()), Ok(2 * CHAT_LETTERS_MAX));
        assert_eq!(line(&"ä".repeat(CHAT_LETTERS_MAX + 1)), Err(&code::TOO_LONG));
        assert_eq!(line("\u{200b} \u{202e}"), Err(&code::BAD_TEXT));
    }

    #[test]
    fn proposed_names_are_names() {
        for byte in 0..=255 {
            let proposed = proposed_name([byte; 32]);
            assert_eq!(name(&proposed).as_ref(), Ok(&proposed));
        }
    }
}
