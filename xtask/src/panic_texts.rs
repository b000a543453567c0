//! Blanks what panics would say and nobody needs: the paths of the standard library's sources, those of
//! others' crates behind the crate's name, and a crate's advice for builds of another kind. A panic still
//! names its crate, line and column, and our own files stay. It takes 0.8 KB off a first visit.

/// What a blanked byte becomes: the same one over and over compresses to nothing.
const BLANK: u8 = b'.';
const STD: &[u8] = b"/rustc/";
const SOURCES: &[u8] = b"/src/";
const END: &[u8] = b".rs";
/// What tachys advises where the page is built with its `ssr` feature: its first and its last words.
const ADVICE: [&[u8]; 2] = [
    b"When `ssr` is enabled, tachys skips",
    b"to identify the source.",
];
/// No path is longer.
const LONGEST: usize = 160;

/// Blanks them in a module's data. The length stays.
pub fn blank(data: &mut [u8]) {
    if let Some(start) = find(data, ADVICE[0])
        && let Some(end) = find(&data[start..], ADVICE[1])
    {
        data[start..start + end].fill(BLANK);
    }
    let mut at = 0;
    while at < data.len() {
        match path_at(&data[at..]) {
            Some(length) => {
                data[at..at + length].fill(BLANK);
                at += length;
            }
            None => at += 1,
        }
    }
}

/// The length of the path that begins here: one of the standard library, or the rest of a crate's from its
/// version on.
fn path_at(data: &[u8]) -> Option<usize> {
    let data = &data[..data.len().min(LONGEST)];
    let end = find(data, END)? + END.len();
    let path = &data[..end];
    if !path.iter().all(|&byte| is_part_of_path(byte)) {
        return None;
    }
    let is_foreign = path.starts_with(STD) || is_version(path) && find(path, SOURCES).is_some();
    is_foreign.then_some(end)
}

/// Whether a path begins like `-1.2.3/`.
fn is_version(path: &[u8]) -> bool {
    let version = path
        .strip_prefix(b"-")
        .and_then(|rest| rest.split(|&byte| byte == b'/').next());
    let mut parts = version.unwrap_or_default().split(|&byte| byte == b'.');
    let mut is_number = || {
        parts
            .next()
            .is_some_and(|part| part.first().is_some_and(u8::is_ascii_digit))
    };
    is_number() && is_number() && is_number()
}

fn is_part_of_path(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"/._-".contains(&byte)
}

fn find(data: &[u8], part: &[u8]) -> Option<usize> {
    data.windows(part.len()).position(|window| window == part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn foreign_paths_are_blanked_and_nothing_else() {
        let text = "a move/rustc/59807616e1/library/core/src/cell.rsleptos-0.9.0-rc1/src/for_loop.rs\
                    app/src/lazy.rsplay-1.2 or e4-1.5.3 of src/x.rsengine/src/rules/san.rs";
        let mut data = text.as_bytes().to_vec();
        blank(&mut data);
        assert_eq!(data.len(), text.len());
        let blanked = String::from_utf8(data).unwrap();
        let shown: Vec<&str> = blanked.split('.').filter(|part| part.len() > 2).collect();
        assert_eq!(
            shown,
            [
                "a move",
                "leptos",
                "app/src/lazy",
                "rsplay-1",
                "2 or e4-1",
                "3 of src/x",
                "rsengine/src/rules/san"
            ]
        );
        let mut advice =
            b"so: When `ssr` is enabled, tachys skips it. Ask to identify the source. So".to_vec();
        blank(&mut advice);
        assert!(
            advice.starts_with(b"so: ...") && advice.ends_with(b"...to identify the source. So")
        );
        let mut short = b".rs-1.2".to_vec();
        blank(&mut short);
        assert_eq!(short, b".rs-1.2");
    }
}
