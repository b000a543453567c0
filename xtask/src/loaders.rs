//! A short form of the script that loads the lazy parts. The splitter writes one function for each file, and
//! names all the files that a part needs: with some two hundred files that is 75 KB, 2.7 KB of a first visit
//! after brotli. The short form has one function, and the files of a part as ranges of numbers.

use std::fmt::Write as _;

use anyhow::{Context, Result, ensure};

/// Begins each loader of the splitter's script.
const LOADER: &str = "makeLoad(() => {";
/// Begins the name of a file that several parts share.
const CHUNK: &str = "chunk_";

/// What stands in place of all loaders: one of a file that needs others, by their numbers, and those of the
/// shared files, which need none. A file that does not come is asked for once more: a part is of a hundred files,
/// and all have to come.
const FUNCTIONS: &str = r#"
const load = (file, needed) => makeLoad(() => {
    const url = new URL(`./${file}.wasm`, import.meta.url);
    const src = fetch(url).catch(() => new Promise((done) => setTimeout(done, 500)).then(() => fetch(url)));
    src.catch(() => {});
    return async (imports) => WebAssembly.instantiateStreaming(src, imports);
}, needed);
const chunks = [];
const part = (file, ranges) => wrapAsyncCb(load(file, ranges.split(" ").filter(Boolean).flatMap((range) => {
    const [first, last = first] = range.split("-");
    return chunks.slice(+first, +last + 1);
})));
"#;

/// The splitter's script in its short form.
///
/// # Errors
/// The script is not as this version of the splitter writes it.
pub fn shorten(script: &str) -> Result<String> {
    let begin = script.find("/* ").context("the script has no loaders")?;
    let (functions, loaders) = script.split_at(begin);
    let mut short = format!("{functions}{FUNCTIONS}");
    let mut chunks = Vec::new();
    let mut parts = String::new();
    let mut before = "";
    for text in loaders.split(LOADER) {
        if !before.is_empty() {
            let loader = Loader::parse(before, text)?;
            match loader.file.strip_prefix(CHUNK) {
                Some(number) => {
                    ensure!(loader.needed.is_empty(), "{} needs others", loader.file);
                    chunks.push(number.parse::<usize>()?);
                }
                None => writeln!(
                    parts,
                    "export const {} = part(\"{}\", \"{}\");",
                    bare(loader.name),
                    bare(loader.file),
                    ranges(&loader.needed)
                )?,
            }
        }
        before = text;
    }
    if let (Some(&first), Some(&last)) = (chunks.first(), chunks.last()) {
        ensure!(
            chunks.iter().copied().eq(first..=last),
            "the shared files are not numbered in a row"
        );
        writeln!(
            short,
            "for (let i = {first}; i <= {last}; i++) chunks[i] = load(\"{CHUNK}\" + i, []);"
        )?;
    }
    Ok(short + &parts)
}

/// A name of the splitter's without its hash, which no compression shortens and nobody needs: a part's name is
/// its own.
pub fn bare(name: &str) -> &str {
    let is_hash =
        |digits: &str| digits.len() > 10 && digits.bytes().all(|digit| digit.is_ascii_digit());
    match name.rsplit_once('_') {
        Some((bare, hash)) if is_hash(hash) => bare,
        _ => name,
    }
}

/// A loader of the splitter's script.
struct Loader<'a> {
    /// What the script calls it.
    name: &'a str,
    /// Its file, without the ending.
    file: &'a str,
    /// The numbers of the shared files that it needs, rising.
    needed: Vec<usize>,
}

impl<'a> Loader<'a> {
    /// Reads what stands before and after [`LOADER`].
    fn parse(before: &'a str, after: &'a str) -> Result<Self> {
        let (_, name) = before
            .rsplit_once("const ")
            .context("a loader has no name")?;
        let (name, _) = name.split_once(" = ").context("a loader has no name")?;
        let file = between(after, "new URL(\"./", ".wasm\"").context("a loader has no file")?;
        let needed = between(after, "\n, [", "]").context("a loader needs nothing")?;
        let needed = needed.split(", ").filter(|name| !name.is_empty());
        let needed = needed.map(|name| {
            let number = name.strip_prefix("__chunk_");
            Ok(number.with_context(|| name.to_owned())?.parse()?)
        });
        let mut needed: Vec<usize> = needed.collect::<Result<_>>()?;
        needed.sort_unstable();
        ensure!(
            name == format!("__{file}") || name.starts_with("__wasm_split_load_"),
            "{file} is loaded by {name}"
        );
        Ok(Self { name, file, needed })
    }
}

fn between<'a>(text: &'a str, open: &str, close: &str) -> Option<&'a str> {
    let (_, rest) = text.split_once(open)?;
    Some(rest.split_once(close)?.0)
}

/// Rising numbers as `17-20 23`.
fn ranges(numbers: &[usize]) -> String {
    let rows = numbers.chunk_by(|one, next| one + 1 == *next);
    let rows = rows.map(|row| match row {
        [only] => only.to_string(),
        row => format!("{}-{}", row[0], row[row.len() - 1]),
    });
    rows.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: &str = r#"function makeLoad(fetcher, deps) {}
/* a, b */
const __chunk_3 = makeLoad(() => {
    const src = fetch(new URL("./chunk_3.wasm", import.meta.url));
}
, []);
/* a */
const __chunk_4 = makeLoad(() => {
    const src = fetch(new URL("./chunk_4.wasm", import.meta.url));
}
, []);
export const __wasm_split_load_a_1234567890123 = wrapAsyncCb(makeLoad(() => {
    const src = fetch(new URL("./split_a_1234567890123.wasm", import.meta.url));
}
, [__chunk_4, __chunk_3]));
export const __wasm_split_load_b_9876543210987 = wrapAsyncCb(makeLoad(() => {
    const src = fetch(new URL("./split_b_9876543210987.wasm", import.meta.url));
}
, []));
"#;

    #[test]
    fn each_part_keeps_its_name_its_file_and_what_it_needs() {
        let short = shorten(LONG).unwrap();
        assert!(short.starts_with("function makeLoad(fetcher, deps) {}\n"));
        let end = "for (let i = 3; i <= 4; i++) chunks[i] = load(\"chunk_\" + i, []);\n\
            export const __wasm_split_load_a = part(\"split_a\", \"3-4\");\n\
            export const __wasm_split_load_b = part(\"split_b\", \"\");\n";
        assert!(short.ends_with(end), "{short}");
    }

    #[test]
    fn a_name_loses_its_hash_and_nothing_else() {
        for (long, short) in [
            (
                "split_lazy_players_14187316556290137240",
                "split_lazy_players",
            ),
            ("chunk_17", "chunk_17"),
            ("main", "main"),
            ("split_a_12345678901x", "split_a_12345678901x"),
        ] {
            assert_eq!(bare(long), short);
        }
    }

    #[test]
    fn numbers_in_a_row_are_one_range() {
        assert_eq!(ranges(&[]), "");
        assert_eq!(ranges(&[1, 3, 4, 5, 9, 10]), "1 3-5 9-10");
    }

    #[test]
    fn a_script_of_another_form_is_refused() {
        for (from, to) in [
            ("/* ", "// "),
            ("const __chunk_4 = ", ""),
            ("chunk_4.wasm", "chunk_7.wasm"),
            ("new URL", "new Path"),
            ("__chunk_4, ", "other, "),
        ] {
            assert!(shorten(&LONG.replace(from, to)).is_err(), "{from}");
        }
    }
}
