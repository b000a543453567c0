//! `ponder trace`: the tree of a search, node by node. `graphviz` draws small ones.

mod graphviz;

use engine::eval::{EvalConfig, Evaluation};
use engine::player::Calculator;
use engine::rules::{Game, Position};
use engine::search::{Options, SearchLimits, SearchTree, TraceRecord, TreeRecorder};
use serde::Serialize;

use crate::option_values;
use crate::output::print_line;

/// MB, as on the page.
const HASH_MB: u32 = 16;

/// Prints the tree of a search as lines of JSON: the search, then its nodes in the order of their visits.
///
/// A node names its cause: why it ended, or why the move was not searched. `value` and `limit` are what the
/// cause compared. A tree larger than `--keep` has its small branches folded into counts by cause;
/// `--below` opens one.
#[derive(clap::Args)]
pub struct TraceSettings {
    /// A position, or startpos.
    #[arg(value_name = "FEN", value_parser = option_values::parse_position)]
    position: Position,
    /// Depth of the search, plies.
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u8).range(1..=100))]
    depth: Option<u8>,
    /// Nodes of the search (default: 10,000 without a depth).
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    nodes: Option<u64>,
    /// The most nodes and moves that are printed.
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=SearchTree::MAX_NODES as i64))]
    keep: u32,
    /// Only the branch that begins with this visit.
    #[arg(long, value_name = "VISIT", value_parser = clap::value_parser!(u32).range(1..))]
    below: Option<u32>,
    /// The hand-made evaluation in place of the network.
    #[arg(long)]
    hand_made: bool,
    /// Without quiescence.
    #[arg(long)]
    no_quiescence: bool,
    /// Without null moves.
    #[arg(long)]
    no_null_move: bool,
    /// A graph for Graphviz in place of JSON.
    #[arg(long)]
    dot: bool,
}

/// The first line.
#[derive(Serialize)]
struct TraceHeader {
    position: String,
    evaluation: String,
    #[serde(rename = "move")]
    mv: Option<String>,
    depth: u8,
    /// Nodes of the search.
    visits: u32,
    /// Branches of at most so many nodes are folded; none where the tree is whole.
    fold_below: Option<u32>,
}

/// Searches and prints the tree.
///
/// # Errors
/// The position has ended, or a node cannot be written.
pub fn run(settings: &TraceSettings) -> Result<(), String> {
    let game = Game::from_position(settings.position);
    let mut calculator = Calculator::new(HASH_MB);
    let evaluation = match settings.hand_made {
        true => Evaluation::Tuned,
        false => Evaluation::Network,
    };
    let eval_config = EvalConfig::shipped(evaluation);
    calculator.set_options(Options {
        quiescence: !settings.no_quiescence,
        null_move: !settings.no_null_move,
    });
    let name = eval_config.name().to_owned();
    calculator.set_eval(eval_config);
    let mut recorder = match settings.below {
        Some(visit) => TreeRecorder::below(visit, settings.keep as usize),
        None => TreeRecorder::new(settings.keep as usize),
    };
    let decision = calculator.trace_by_limits(&game, &settings.limits(), &mut recorder);
    let tree = recorder.into_tree();
    if settings.dot {
        print!("{}", graphviz::graph(&tree));
        return Ok(());
    }
    let header = TraceHeader {
        position: settings.position.to_fen(),
        evaluation: name,
        mv: decision.mv.map(|mv| mv.to_string()),
        depth: decision.depth,
        visits: tree.visits(),
        fold_below: tree.fold_below(),
    };
    print_json(&header)?;
    tree.records()
        .try_for_each(|record: TraceRecord| print_json(&record))
}

fn print_json(line: &impl Serialize) -> Result<(), String> {
    print_line(&serde_json::to_string(line).map_err(|error| error.to_string())?);
    Ok(())
}

impl TraceSettings {
    fn limits(&self) -> SearchLimits {
        let nodes = match (self.nodes, self.depth) {
            (None, None) => Some(10_000),
            (nodes, _) => nodes,
        };
        SearchLimits {
            depth: self.depth,
            nodes,
            ..SearchLimits::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::command_line::{Subcommand, parse};

    fn error_of(words: &[&str]) -> String {
        match parse(&[&["trace"], words].concat()) {
            Err(error) => error,
            Ok(_) => panic!("{words:?} was accepted"),
        }
    }

    #[test]
    fn without_limits_ten_thousand_nodes_are_searched() {
        let limits = |words: &[&str]| match parse(&[&["trace", "startpos"], words].concat()) {
            Ok(Subcommand::Trace(settings)) => (settings.limits().depth, settings.limits().nodes),
            _ => panic!("{words:?} was refused"),
        };
        assert_eq!(limits(&[]), (None, Some(10_000)));
        assert_eq!(limits(&["--depth", "3"]), (Some(3), None));
        assert_eq!(
            limits(&["--depth", "3", "--nodes", "7"]),
            (Some(3), Some(7))
        );
    }

    #[test]
    fn what_cannot_be_searched_is_refused_by_name() {
        for (words, named) in [
            (&["8/8/8/8/8/8/8/8 w - - 0 1"][..], "'<FEN>'"),
            (&["startpos", "--depth", "0"], "'--depth <PLIES>'"),
            (&["startpos", "--depth", "-3"], "'-3'"),
            (&["startpos", "--nodes", "many"], "'--nodes <N>'"),
            (&["startpos", "--keep", "65537"], "'--keep <N>'"),
            (&["startpos", "--below", "0"], "'--below <VISIT>'"),
        ] {
            let error = error_of(words);
            assert!(error.contains(named), "{words:?}: {error}");
        }
    }
}
