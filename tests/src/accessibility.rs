//! Reads Chromium's accessibility tree: the page as a screen reader has it.

use std::collections::HashMap;

use serde_json::{Value, json};

use crate::browser::Page;

/// A node that a screen reader reads out.
#[derive(Clone, Debug)]
pub struct AccessibleNode {
    /// What it is: `button`, `heading`, …
    pub role: String,
    /// Its accessible name.
    pub name: String,
    /// Whether it takes the focus.
    pub focusable: bool,
    /// Whether the rest of the page is out of reach while it is there.
    pub modal: bool,
    children: Vec<String>,
}

/// The accessibility tree of a page.
#[derive(Debug)]
pub struct AccessibilityTree {
    root: String,
    nodes: HashMap<String, (AccessibleNode, bool)>,
}

impl AccessibilityTree {
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
    pub fn all(&self) -> Vec<&AccessibleNode> {
        let mut found = Vec::new();
        self.walk(&self.root, &mut found);
        found
    }

    /// What lies within a node, in order.
    pub fn within(&self, node: &AccessibleNode) -> Vec<&AccessibleNode> {
        let mut found = Vec::new();
        for child in &node.children {
            self.walk(child, &mut found);
        }
        found
    }

    /// All nodes of a role.
    pub fn of_role(&self, role: &str) -> Vec<&AccessibleNode> {
        let mut found = self.all();
        found.retain(|node| node.role == role);
        found
    }

    fn walk<'a>(&'a self, id: &str, found: &mut Vec<&'a AccessibleNode>) {
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

fn read(node: &Value) -> AccessibleNode {
    let properties = node["properties"].as_array().cloned().unwrap_or_default();
    let has = |name: &str| {
        properties
            .iter()
            .any(|property| property["name"] == name && property["value"]["value"] == true)
    };
    let children = node["childIds"].as_array().cloned().unwrap_or_default();
    AccessibleNode {
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
