//! A search tree as a graph in Graphviz's language.

use engine::search::{CauseFamily, SearchTree, TraceRecord};

/// The graph: a box for each node with its move, score and cause; bets are dashed.
pub fn graph(tree: &SearchTree) -> String {
    let mut text = String::from("digraph search {\n  node [shape=box, fontname=monospace];\n");
    for record in tree.records() {
        let (id, attributes) = (record.id, attributes(&record));
        text.push_str(&format!(
            "  n{id} [{attributes}];
"
        ));
        if let Some(parent) = record.parent {
            text.push_str(&format!("  n{parent} -> n{id};\n"));
        }
    }
    text.push_str("}\n");
    text
}

fn attributes(record: &TraceRecord) -> String {
    let mv = record
        .mv
        .map_or_else(|| "–".to_owned(), |mv| mv.to_string());
    let score = record
        .score
        .map_or_else(String::new, |score| format!(" {score}"));
    let folded: u32 = record.folded.values().sum();
    let folded = match folded {
        0 => String::new(),
        count => format!("\\n+{count} folded"),
    };
    let style = match record.cause.family() {
        CauseFamily::Bet => ", style=dashed",
        CauseFamily::Proof | CauseFamily::Evaluation => "",
    };
    format!(
        "label=\"{mv}{score}\\n{}{folded}\"{style}",
        record.cause.name()
    )
}

#[cfg(test)]
mod tests {
    use engine::player::Calculator;
    use engine::rules::Game;
    use engine::search::{SearchLimits, TreeRecorder};

    use super::*;

    fn traced(depth: u8, keep: usize) -> SearchTree {
        let mut recorder = TreeRecorder::new(keep);
        let limits = SearchLimits::depth(depth);
        Calculator::new(1).trace_by_limits(&Game::new(), &limits, &mut recorder);
        recorder.into_tree()
    }

    #[test]
    fn every_node_has_its_box_and_all_but_roots_an_edge() {
        for (tree, marked) in [
            (traced(3, 10_000), "style=dashed"),
            (traced(4, 300), "folded"),
        ] {
            let graph = graph(&tree);
            let count = |part: &str| graph.matches(part).count();
            let nodes = tree.nodes();
            let below = nodes.iter().filter(|node| node.parent.is_some()).count();
            assert_eq!(count("[label="), nodes.len());
            assert_eq!(count(" -> "), below);
            assert!(count(marked) > 0 && graph.ends_with("}\n"), "{marked}");
        }
    }
}
