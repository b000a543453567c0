//! `layers`: what may import what. Crates keep the large layers; the folders of a crate keep the
//! small ones.

use std::path::Path;

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::loops::source::Crate;
use crate::tools;

/// What a crate of the workspace may depend on, and what it must not.
struct CrateRule {
    name: &'static str,
    /// The crates of the workspace that it may use.
    allowed: &'static [&'static str],
    /// The packages from elsewhere that it must not use.
    forbidden: &'static [&'static str],
}

const BROWSER: [&str; 4] = ["js-sys", "leptos", "wasm-bindgen", "web-sys"];

const CRATES: [CrateRule; 10] = [
    CrateRule {
        name: "engine",
        allowed: &[],
        forbidden: &["js-sys", "leptos", "tokio", "wasm-bindgen", "web-sys"],
    },
    CrateRule {
        name: "lab",
        allowed: &["engine"],
        forbidden: &["js-sys", "leptos", "tokio", "wasm-bindgen", "web-sys"],
    },
    CrateRule {
        name: "tablebase",
        allowed: &["engine"],
        forbidden: &["js-sys", "leptos", "tokio", "wasm-bindgen", "web-sys"],
    },
    CrateRule {
        name: "tablefiles",
        allowed: &["engine", "syzygy", "tablebase"],
        forbidden: &["axum", "leptos", "tokio"],
    },
    CrateRule {
        name: "syzygy",
        allowed: &["engine"],
        forbidden: &["js-sys", "leptos", "tokio", "wasm-bindgen", "web-sys"],
    },
    CrateRule {
        name: "ponder",
        allowed: &["engine", "lab", "syzygy", "tablebase", "tablefiles"],
        forbidden: &["axum", "leptos", "tokio"],
    },
    CrateRule {
        name: "wire",
        allowed: &["engine"],
        forbidden: &BROWSER,
    },
    CrateRule {
        name: "client",
        allowed: &["engine", "lab", "tablebase", "wire"],
        forbidden: &["js-sys", "leptos", "rand", "wasm-bindgen", "web-sys"],
    },
    CrateRule {
        name: "app",
        allowed: &["client", "engine", "tablebase", "wire"],
        forbidden: &["axum", "sqlx", "tokio"],
    },
    CrateRule {
        name: "server",
        allowed: &[
            "app",
            "engine",
            "fresh_database",
            "lab",
            "syzygy",
            "tablebase",
            "tablefiles",
            "test_services",
            "wire",
        ],
        forbidden: &["js-sys", "web-sys"],
    },
];

/// The parts of a crate from the lowest up: files and folders of its `src`. One imports only from
/// itself and from those before it.
const FOLDERS: [(&str, &[&[&str]]); 2] = [
    (
        "engine",
        &[
            &["checksum.rs", "random.rs", "short.rs"],
            &["rules"],
            &["sight"],
            &["book"],
            &["control", "tables.rs"],
            &["eval"],
            &["search"],
            &["learning"],
            // The player interface, and the folders of single players.
            &["mcts", "player", "teaching"],
            &["explain", "rating"],
            &["exercises"],
            &["bench.rs"],
            &["lib.rs"],
        ],
    ),
    (
        "app",
        &[
            &["retention.rs", "routes.rs"],
            &["platform"],
            &["preferences.rs"],
            &["server_fns"],
            &["engine_client"],
            &["controllers"],
            &["lazy.rs"],
            &["components"],
            &["pages"],
            &["app.rs", "document"],
            &["lib.rs"],
        ],
    ),
];

/// Checks all rules.
///
/// # Errors
/// A crate depends on, or a file imports, what its layer must not know; or a folder has no layer.
pub fn layers() -> Result<()> {
    let output = tools::cargo(&["metadata", "--no-deps", "--format-version", "1"]).output()?;
    let mut faults = crate_faults(&serde_json::from_slice(&output.stdout)?)?;
    for (name, layers) in FOLDERS {
        let src = Path::new(name).join("src");
        let read = Crate::read(&src)?;
        let part = |file: usize| part_of(&src, &read.path(file));
        for (from, imported) in read.imports().iter().enumerate() {
            let Some(own) = layer_of(layers, &part(from)) else {
                faults.push(format!("{} belongs to no layer", read.path(from)));
                continue;
            };
            for (&to, path) in imported {
                if layer_of(layers, &part(to)).is_some_and(|other| other > own) {
                    let (from, to) = (read.path(from), read.path(to));
                    faults.push(format!("{from} imports {to} from a layer above: {path}"));
                }
            }
        }
    }
    match faults.is_empty() {
        true => Ok(()),
        false => bail!("{}", faults.join("\n")),
    }
}

/// What crates depend on against their rules; dependencies of tests count as well.
fn crate_faults(metadata: &Value) -> Result<Vec<String>> {
    let packages = metadata["packages"].as_array().context("no packages")?;
    let names = |list: &Value| -> Vec<String> {
        let items = list.as_array().into_iter().flatten();
        items
            .filter_map(|item| Some(item["name"].as_str()?.to_owned()))
            .collect()
    };
    let members = names(&metadata["packages"]);
    let mut faults = Vec::new();
    for rule in &CRATES {
        let package = packages
            .iter()
            .find(|package| package["name"] == rule.name)
            .with_context(|| format!("no crate {}", rule.name))?;
        for dependency in names(&package["dependencies"]) {
            let name = dependency.as_str();
            let is_member = members.iter().any(|member| member == name);
            if is_member && !rule.allowed.contains(&name) || rule.forbidden.contains(&name) {
                faults.push(format!("{} must not depend on {name}", rule.name));
            }
        }
    }
    Ok(faults)
}

/// The file or folder of `src` that a path lies in.
fn part_of(src: &Path, path: &str) -> String {
    let below = Path::new(path).strip_prefix(src).ok();
    let first = below.and_then(|below| below.components().next());
    first.map_or_else(String::new, |part| {
        part.as_os_str().to_string_lossy().into_owned()
    })
}

fn layer_of(layers: &[&[&str]], part: &str) -> Option<usize> {
    layers.iter().position(|layer| layer.contains(&part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_crate_that_knows_too_much_is_named() {
        let depends = |name: &str, on: &[&str]| {
            let on: Vec<Value> = on
                .iter()
                .map(|on| serde_json::json!({"name": on}))
                .collect();
            serde_json::json!({"name": name, "dependencies": on})
        };
        let packages = CRATES.map(|rule| match rule.name {
            "client" => depends("client", &["engine", "wire", "leptos"]),
            "wire" => depends("wire", &["client", "serde"]),
            name => depends(name, &[]),
        });
        let faults = crate_faults(&serde_json::json!({"packages": packages})).unwrap();
        assert_eq!(
            faults,
            [
                "wire must not depend on client",
                "client must not depend on leptos"
            ]
        );
    }

    #[test]
    fn a_file_belongs_to_the_folder_below_src() {
        let src = Path::new("app/src");
        assert_eq!(part_of(src, "app/src/platform/sound.rs"), "platform");
        assert_eq!(part_of(src, "app/src/lazy.rs"), "lazy.rs");
    }
}
