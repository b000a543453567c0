//! Bundles the style sheets of `style/`: comments, indentation and ends of lines dropped, drawings inlined as data
//! URIs, so that the first paint waits for one request. `style/index.txt` names the bundles, each
//! with its sheets in order below it.
//!
//! A bundler of our own because it does these three things and nothing that could change a rule.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};

/// A bundle that a page links.
pub struct Bundle {
    /// The file's name in the package.
    pub name: String,
    pub css: String,
}

/// Bundles the sheets of the checkout at `root`, in the order of `style/index.txt`; the first is
/// the one of all pages.
///
/// # Errors
/// A file is missing, or a comment or an address is not closed.
pub fn bundle(root: &Path) -> Result<Vec<Bundle>> {
    let folder = root.join("style");
    let index = fs::read_to_string(folder.join("index.txt")).context("style/index.txt")?;
    let read = |(name, sheets): (&str, Vec<&str>)| {
        let css = sheets.into_iter().map(|sheet| read_sheet(&folder, sheet));
        Ok(Bundle {
            name: name.to_owned(),
            css: css.collect::<Result<String>>()?,
        })
    };
    parse_index(&index)?.into_iter().map(read).collect()
}

/// The bundles' names, each with its sheets: a line without indentation names a bundle, the indented
/// lines below it name its sheets.
fn parse_index(index: &str) -> Result<Vec<(&str, Vec<&str>)>> {
    let mut bundles: Vec<(&str, Vec<&str>)> = Vec::new();
    for line in index.lines().filter(|line| !line.trim().is_empty()) {
        if !line.starts_with(char::is_whitespace) {
            bundles.push((line.trim(), Vec::new()));
        } else if let Some((_, sheets)) = bundles.last_mut() {
            sheets.push(line.trim());
        } else {
            bail!("style/index.txt: {} belongs to no bundle", line.trim());
        }
    }
    Ok(bundles)
}

fn read_sheet(folder: &Path, name: &str) -> Result<String> {
    let path = folder.join(name);
    let bundled = || {
        let css = fs::read_to_string(&path)?;
        let below = path.parent().unwrap_or(folder);
        inline_drawings(&join_lines(&trim_lines(&without_comments(&css)?)), below)
    };
    bundled().with_context(|| format!("style/{name}"))
}

fn without_comments(css: &str) -> Result<String> {
    let mut out = String::with_capacity(css.len());
    let mut rest = css;
    while let Some((before, comment)) = rest.split_once("/*") {
        out.push_str(before);
        let Some((_, after)) = comment.split_once("*/") else {
            let line = css[..css.len() - comment.len()].lines().count();
            bail!("the comment that begins in line {line} is not closed");
        };
        rest = after;
    }
    Ok(out + rest)
}

/// Drops indentation and empty lines.
fn trim_lines(css: &str) -> String {
    css.lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .flat_map(|line| [line, "\n"])
        .collect()
}

/// Drops the ends of lines where a rule's punctuation stands, and the last semicolon of a block.
fn join_lines(css: &str) -> String {
    css.replace(" {\n", "{")
        .replace(";\n}", "}")
        .replace(";\n", ";")
        .replace("}\n", "}")
}

/// Puts the drawings in place of their addresses, which are relative to `folder`, the sheet's own.
fn inline_drawings(css: &str, folder: &Path) -> Result<String> {
    const OPEN: &str = "url(\"../";
    let mut out = String::with_capacity(css.len() * 2);
    let mut rest = css;
    while let Some((before, from)) = rest.split_once(OPEN) {
        let Some((path, after)) = from.split_once("\")") else {
            bail!("an url(\" is not closed");
        };
        let drawing = fs::read_to_string(folder.join("..").join(path))
            .with_context(|| format!("the drawing ../{path}"))?;
        out.push_str(before);
        out.push_str(&format!(
            "url(\"data:image/svg+xml,{}\")",
            escape_svg(&drawing)
        ));
        rest = after;
    }
    Ok(out + rest)
}

/// An SVG as the body of a data URI inside double quotes.
fn escape_svg(svg: &str) -> String {
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
    use std::collections::BTreeSet;
    use std::path::PathBuf;

    use super::*;
    use crate::tools;

    #[test]
    fn comments_and_indentation_are_dropped() {
        let css = "/* a */ b {\n    c: d; /* e */\n\n}\n";
        assert_eq!(
            trim_lines(&without_comments(css).unwrap()),
            "b {\nc: d;\n}\n"
        );
    }

    #[test]
    fn lines_are_joined_at_their_punctuation_alone() {
        let css = "a,\nb {\nc: d\ne;\nf: g;\n}\n@media x {\na {\nc: d;\n}\n}\n";
        assert_eq!(join_lines(css), "a,\nb{c: d\ne;f: g}@media x{a{c: d}}");
    }

    #[test]
    fn an_unclosed_comment_is_refused_with_its_line() {
        let error = without_comments("/* a */\nb {}\n/* c\nd {}\n").unwrap_err();
        assert_eq!(
            error.to_string(),
            "the comment that begins in line 3 is not closed"
        );
    }

    #[test]
    fn a_drawing_becomes_a_data_uri() {
        assert_eq!(
            escape_svg("<path fill=\"#fff\"/>"),
            "%3Cpath fill='%23fff'/%3E"
        );
    }

    #[test]
    fn the_index_names_bundles_and_their_sheets_in_order() {
        let index = "a.css\n  b/c.css\n  d.css\n\ne.css\n  f.css\n";
        let bundles = parse_index(index).unwrap();
        assert_eq!(
            bundles,
            [
                ("a.css", vec!["b/c.css", "d.css"]),
                ("e.css", vec!["f.css"])
            ]
        );
        assert!(parse_index("  b.css\n").is_err());
    }

    #[test]
    fn every_sheet_is_in_one_bundle_and_has_at_most_400_lines() {
        let folder = tools::root().join("style");
        let index = fs::read_to_string(folder.join("index.txt")).unwrap();
        let bundles = parse_index(&index).unwrap();
        let named: Vec<PathBuf> = bundles
            .iter()
            .flat_map(|(_, sheets)| sheets)
            .map(|sheet| folder.join(sheet))
            .collect();
        let mut there = BTreeSet::new();
        collect_sheets(&folder, &mut there);
        assert_eq!(named.len(), there.len());
        assert_eq!(named.into_iter().collect::<BTreeSet<_>>(), there);
        for path in there {
            let lines = fs::read_to_string(&path).unwrap().lines().count();
            assert!(lines <= 400, "{}: {lines} lines", path.display());
        }
    }

    fn collect_sheets(folder: &Path, found: &mut BTreeSet<PathBuf>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                collect_sheets(&path, found);
            } else if path.extension().is_some_and(|extension| extension == "css") {
                found.insert(path);
            }
        }
    }
}
