//! One stylesheet out of `style/`: the files of `style/index.txt` in order, comments dropped,
//! drawings put in as data URIs, so that the first paint waits for one request. A line with a `+`
//! is a sheet of its own, named after its first file, for the pages that link it.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};

/// The sheets of the checkout at `root` by their files' names, the one of all pages first.
pub fn bundle(root: &Path) -> Result<Vec<(String, String)>> {
    let folder = root.join("style");
    let index = fs::read_to_string(folder.join("index.txt")).context("style/index.txt")?;
    let mut sheets = vec![("ponder.css".to_owned(), String::new())];
    for line in index.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (own, names) = match line.strip_prefix('+') {
            Some(names) => (true, names),
            None => (false, line),
        };
        let mut sheet = String::new();
        for name in names.split_whitespace() {
            let part =
                fs::read_to_string(folder.join(name)).with_context(|| format!("style/{name}"))?;
            sheet += &inline_drawings(&tidy(&without_comments(&part)), &folder)?;
        }
        match names.split_whitespace().next() {
            Some(first) if own => sheets.push((first.to_owned(), sheet)),
            _ => sheets[0].1.push_str(&sheet),
        }
    }
    Ok(sheets)
}

fn without_comments(css: &str) -> String {
    let mut out = String::with_capacity(css.len());
    let mut rest = css;
    while let Some(start) = rest.find("/*") {
        out.push_str(&rest[..start]);
        rest = rest[start..]
            .find("*/")
            .map_or("", |end| &rest[start + end + 2..]);
    }
    out + rest
}

/// Drops indentation and empty lines.
fn tidy(css: &str) -> String {
    css.lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .flat_map(|line| [line, "\n"])
        .collect()
}

fn inline_drawings(css: &str, folder: &Path) -> Result<String> {
    const OPEN: &str = "url(\"../public/";
    let mut out = String::with_capacity(css.len() * 2);
    let mut rest = css;
    while let Some(start) = rest.find(OPEN) {
        let (before, from) = rest.split_at(start);
        let Some(end) = from.find("\")") else {
            bail!("style: an url(\" is not closed")
        };
        let path = &from[OPEN.len()..end];
        let drawing = fs::read_to_string(folder.join("../public").join(path))
            .with_context(|| format!("public/{path}, named in style/"))?;
        out.push_str(before);
        out.push_str(&format!(
            "url(\"data:image/svg+xml,{}\")",
            escaped(&drawing)
        ));
        rest = &from[end + 2..];
    }
    Ok(out + rest)
}

/// An SVG as the body of a data URI inside double quotes.
fn escaped(svg: &str) -> String {
    let mut out = String::with_capacity(svg.len());
    for c in svg.trim().chars() {
        match c {
            '"' => out.push('\''),
            '#' => out.push_str("%23"),
            '%' => out.push_str("%25"),
            '<' => out.push_str("%3C"),
            '>' => out.push_str("%3E"),
            '\n' | '\r' => out.push(' '),
            other => out.push(other),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_indentation_are_dropped() {
        let css = "/* a */ b {\n    c: d; /* e */\n\n}\n";
        assert_eq!(tidy(&without_comments(css)), "b {\nc: d;\n}\n");
    }

    #[test]
    fn an_unclosed_comment_ends_the_sheet() {
        assert_eq!(without_comments("a {} /* b"), "a {} ");
    }

    #[test]
    fn a_drawing_becomes_a_data_uri() {
        assert_eq!(
            escaped("<path fill=\"#fff\"/>"),
            "%3Cpath fill='%23fff'/%3E"
        );
    }
}
