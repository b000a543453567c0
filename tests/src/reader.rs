//! The page as a screen reader has it: Chromium's accessibility tree.

use std::collections::HashMap;

use serde_json::{Value, json};

use crate::browser::Page;

/// Something on the page that is read out.
#[derive(Clone, Debug)]
pub struct Node {
    /// What it is: `button`, `heading`, …
    pub role: String,
    /// What it is called.
    pub name: String,
    /// Whether it takes the focus.
    pub focusable: bool,
    /// Whether all the rest is out of reach while it is there.
    pub modal: bool,
    children: Vec<String>,
}

/// Everything that a reader finds on a page.
#[derive(Debug)]
pub struct Tree {
    root: String,
    nodes: HashMap<String, (Node, bool)>,
}

impl Tree {
    /// The page's tree as it is now.
    pub async fn of(page: &Page) -> Self {
        let answer = page.command("Accessibility.getFullAXTree", json!({})).await;
        let found = answer["nodes"].as_array().cloned().unwrap_or_default();
        let root = text(&found[0]["nodeId"]);
        let nodes = found.iter().map(|node| {
            let is_ignored = node["ignored"] == true;
            (text(&node["nodeId"]), (read(node), is_ignored))
        });
        Self {
            root,
            nodes: nodes.collect(),
        }
    }

    /// All nodes, in the order in which they are read.
    pub fn all(&self) -> Vec<&Node> {
        let mut found = Vec::new();
        self.walk(&self.root, &mut found);
        found
    }

    /// What lies within a node, in order.
    pub fn within(&self, node: &Node) -> Vec<&Node> {
        let mut found = Vec::new();
        for child in &node.children {
            self.walk(child, &mut found);
        }
        found
    }

    /// All nodes of a role.
    pub fn of_role(&self, role: &str) -> Vec<&Node> {
        let mut found = self.all();
        found.retain(|node| node.role == role);
        found
    }

    fn walk<'a>(&'a self, id: &str, found: &mut Vec<&'a Node>) {
        let Some((node, is_ignored)) = self.nodes.get(id) else {
            return;
        };
        if !is_ignored {
            found.push(node);
        }
        for child in &node.children {
            self.walk(child, found);
        }
    }
}

fn read(node: &Value) -> Node {
    let properties = node["properties"].as_array().cloned().unwrap_or_default();
    let has = |name: &str| {
        properties
            .iter()
            .any(|property| property["name"] == name && property["value"]["value"] == true)
    };
    let children = node["childIds"].as_array().cloned().unwrap_or_default();
    Node {
        role: text(&node["role"]["value"]),
        name: text(&node["name"]["value"]),
        focusable: has("focusable"),
        modal: has("modal"),
        children: children.iter().map(text).collect(),
    }
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().trim().to_owned()
}
