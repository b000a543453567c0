//! The text of a comment as PGN can hold it.

/// The text with single spaces for white space and control characters, and without `}`.
pub(super) fn normalized(text: &str) -> String {
    let mut into = String::new();
    push_normalized(&mut into, text);
    into
}

/// Adds a text, normalised, after a space if there is something before it.
///
/// White space is that of ASCII and control characters: a no-break space or a zero-width joiner is
/// part of a word. Round brackets stand for braces where one would end the comment.
pub(super) fn push_normalized(into: &mut String, text: &str) {
    let has_end = text.contains('}');
    let words = text.split(|letter: char| letter == ' ' || letter.is_control());
    for word in words.filter(|word| !word.is_empty()) {
        if !into.is_empty() {
            into.push(' ');
        }
        match has_end {
            true => into.extend(word.chars().map(|letter| match letter {
                '{' => '(',
                '}' => ')',
                _ => letter,
            })),
            false => into.push_str(word),
        }
    }
}

/// Adds `[%name value]`, after a space if there is something before it.
pub(super) fn add_command(into: &mut String, name: &str, value: &str) {
    if !into.is_empty() {
        into.push(' ');
    }
    into.extend(["[%", name, " ", value, "]"]);
}
