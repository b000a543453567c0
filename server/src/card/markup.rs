//! SVG fragments that the parts of a card share.

/// The text as XML has it between tags. It has to be [`legible`] already: XML has no way to write
/// some of the control characters.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            _ => out.push(letter),
        }
    }
    out
}

/// A drawing's file, a square of `side`, as a group with `attributes`.
pub fn inlined(file: &str, side: u32, attributes: &str) -> String {
    let head = format!(r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}""#);
    file.replace(&head, &format!("<g {attributes}"))
        .replace("</svg>", "</g>")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_is_written_out() {
        assert_eq!(
            escaped("<script>&amp;]]>\"'"),
            "&lt;script&gt;&amp;amp;]]&gt;\"'"
        );
    }
}
