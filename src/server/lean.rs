//! Sends the page's sources without what only people read: comments, and the space that begins a line.
//!
//! It is no parser. It knows three things about our own files, which a test holds: a comment begins its
//! line or is a `/** … */` within one, no text runs over a line's end, and no text holds `/**`.
//! Lines stay where they are, so that an error in a browser names the line of the source.

/// The file without comments and indentation, if its kind has such; else as it is.
#[must_use]
pub fn lean(path: &str, text: &str) -> String {
    let script = match path.rsplit('.').next() {
        Some("js") => true,
        Some("css") => false,
        _ => return text.to_owned(),
    };
    let mut out = String::with_capacity(text.len());
    let mut within = false;
    for line in text.lines() {
        let mut rest = line.trim();
        if within {
            match rest.split_once("*/") {
                Some((_, after)) => (within, rest) = (false, after.trim_start()),
                None => rest = "",
            }
        }
        if rest.starts_with("/*") && !rest.contains("*/") {
            (within, rest) = (true, "");
        }
        if !(script && rest.starts_with("//")) {
            keep(rest, script, &mut out);
        }
        out.push('\n');
    }
    out
}

/// Adds a line without the comments that begin and end in it.
fn keep(line: &str, script: bool, out: &mut String) {
    let mut rest = line;
    // Within a line of a script only the comments with types are looked for: `/*` may stand in a text.
    let open = if script && !line.starts_with("/*") { "/**" } else { "/*" };
    while let Some((before, (_, after))) =
        rest.split_once(open).and_then(|(before, after)| Some((before, after.split_once("*/")?)))
    {
        out.push_str(before);
        rest = after.trim_start();
    }
    out.push_str(rest.trim_end());
}

#[cfg(test)]
mod tests {
    use super::lean;

    #[test]
    fn what_only_people_read_is_left_out_and_lines_stay() {
        let script = "// @ts-check\n/**\n * Adds.\n * @param {number} a\n */\nfunction add(a) {\n  // One more.\n  \
                      return /** @type {any} */ (a) + 1; // http://not/cut\n}\n/** @type {number} */ const b = 'x /* y';\n";
        assert_eq!(
            lean("a.js", script),
            "\n\n\n\n\nfunction add(a) {\n\nreturn (a) + 1; // http://not/cut\n}\nconst b = 'x /* y';\n"
        );
        assert_eq!(
            lean("a.css", "/* All. */\na { b: c; }\n\n/* More\n   of it */\n  d { }\n"),
            "\na { b: c; }\n\n\n\nd { }\n"
        );
        assert_eq!(lean("a.svg", "  <svg/> <!-- /* -->\n"), "  <svg/> <!-- /* -->\n");
    }
}
