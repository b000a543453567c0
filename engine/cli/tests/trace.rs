//! `ponder trace` as a program.

use std::process::Command;

use serde_json::Value;

fn output(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_ponder"))
        .arg("trace")
        .args(arguments)
        .output()
        .expect("ponder can be started");
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("the lines are UTF-8")
}

/// The first line, and the nodes.
fn traced(arguments: &[&str]) -> (Value, Vec<Value>) {
    let text = output(arguments);
    let mut lines = text
        .lines()
        .map(|line| serde_json::from_str(line).expect("every line is JSON"));
    (
        lines.next().expect("there is a first line"),
        lines.collect(),
    )
}

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap_or_else(|| panic!("{value}"))
}

const TACTIC: &str = "6k1/5ppp/8/3q4/8/8/5PPP/3RR1K1 w - - 0 1";

#[test]
fn the_lines_have_the_whole_search_and_moves_by_name() {
    let (header, nodes) = traced(&[TACTIC, "--depth", "4"]);
    assert_eq!(header["position"], TACTIC);
    assert_eq!(header["fold_below"], Value::Null);
    let roots = nodes.iter().filter(|node| node["parent"].is_null());
    assert_eq!(
        roots.map(|root| number(&root["nodes"])).sum::<u64>(),
        number(&header["visits"])
    );
    for (id, node) in nodes.iter().enumerate() {
        assert_eq!(number(&node["id"]), id as u64);
        assert!(node["parent"].is_null() || number(&node["parent"]) < id as u64);
        assert_eq!(node["kind"] == "root", node["parent"].is_null());
        assert_eq!(
            node["score"].is_null(),
            number(&node["nodes"]) == 0,
            "{node}"
        );
    }
    assert!(nodes.iter().any(|node| node["move"] == "e1e8"));
    assert!(nodes.iter().any(|node| node["cause"] == "stand-pat"));
}

#[test]
fn a_folded_branch_is_opened_by_its_visit() {
    let limits = ["startpos", "--nodes", "60000", "--keep", "400"];
    let (header, nodes) = traced(&limits);
    assert!(nodes.len() <= 400 && number(&header["fold_below"]) > 0);
    let folded = nodes
        .iter()
        .rfind(|node| node["folded"].is_object() && node["kind"] == "move")
        .expect("a branch is folded");
    let visit = folded["visit"].to_string();
    let (again, branch) = traced(&["startpos", "--nodes", "60000", "--below", &visit]);
    assert_eq!(again["move"], header["move"]);
    assert_eq!(branch[0]["visit"], folded["visit"]);
    assert_eq!(branch[0]["nodes"], folded["nodes"]);
    assert!(branch.len() as u64 >= number(&folded["nodes"]));
}

#[test]
fn a_graph_is_drawn_in_place_of_lines() {
    let graph = output(&["startpos", "--depth", "2", "--dot"]);
    assert!(graph.starts_with("digraph search {\n") && graph.contains("n0 -> n1;"));
}
