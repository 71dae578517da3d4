//! The name that a misspelt one probably meant.

/// The nearest of `names` to `word`, if one is near enough to be worth saying.
pub fn nearest<'a>(word: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    // A word of another length class is no misspelling, and long words need no costly comparison.
    const LETTERS_MAX: usize = 40;
    if word.len() > LETTERS_MAX {
        return None;
    }
    names
        .map(|name| (strsim::damerau_levenshtein(word, name), name))
        .filter(|&(distance, name)| distance <= 1 + name.len() / 4)
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, name)| name)
}
