//! The bundle's scripts without comments and spaces.

use anyhow::{Result, anyhow};

/// A script that behaves like `script`, shorter.
///
/// # Errors
/// The script can't be read.
pub fn minify(script: &str) -> Result<String> {
    let script = with_ended_imports(script);
    let minified = minifier::js::minify(&script).map_err(|error| anyhow!("{error}"))?;
    Ok(minified.to_string())
}

/// The script with a semicolon after each import: wasm-bindgen ends them by the line, and lines get lost.
fn with_ended_imports(script: &str) -> String {
    let lines = script.lines().map(|line| {
        let unended = line.starts_with("import ") && line.ends_with('"');
        format!("{line}{}\n", if unended { ";" } else { "" })
    });
    lines.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imports_stay_apart_and_texts_whole() {
        let script = "import * as a from \"./a.js\"\nimport { b } from \"./b.js\";\n\n\
                      /** @returns {number} */\nexport function c() {\n    \
                      // The sum.\n    return `${a.of}  // ${ b }`;\n}\n";
        assert_eq!(
            minify(script).unwrap(),
            "import*as a from\"./a.js\";import{b}from\"./b.js\";\
             export function c(){return`${a.of}  // ${ b }`;}"
        );
    }
}
