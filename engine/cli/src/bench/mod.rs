//! `ponder bench`: perft beside cozy-chess in the same process, search speed, bench signature, and
//! what a second thread brings.

mod perft;
mod threads;

use std::time::Instant;

use engine::eval::{Evaluation, Judge};

use crate::output::print_line;

/// What is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Everything, for a reader.
    Text,
    /// Everything, one line of JSON for `cargo xtask bench`.
    Json,
    /// The search alone, for UCI's `bench`.
    Search,
}

/// Runs the bench and prints it.
pub fn run(format: Format) {
    let search = search(Judge::shipped(Evaluation::Network));
    let tuned = self::search(Evaluation::Tuned.into());
    let [nps, tuned_nps] = [&search, &tuned].map(|search| rate(search.nodes, search.seconds));
    if format != Format::Json {
        for (name, search, nps) in [("network", &search, nps), ("hand-made", &tuned, tuned_nps)] {
            print_line(&format!(
                "search, {name:<10} {:>10} nodes {nps:>10} nodes/s   signature {:016x}",
                search.nodes, search.signature
            ));
        }
    }
    if format == Format::Search {
        return;
    }
    let [bulk, single] = perft::duels();
    let threads = threads::figures();
    if format == Format::Json {
        print_line(&format!(
            "{{\"perft_bulk_nps\":{},\"perft_bulk_ratio\":{:.3},\"perft_single_nps\":{},\
             \"perft_single_ratio\":{:.3},\"search_nodes\":{},\"search_nps\":{nps},\
             \"tuned_nps\":{tuned_nps},\"tuned_signature\":\"{:016x}\",\
             \"threads_speed\":{:.3},\"threads_time\":{:.3},\"signature\":\"{:016x}\"}}",
            bulk.own,
            bulk.ratio,
            single.own,
            single.ratio,
            search.nodes,
            tuned.signature,
            threads.speed,
            threads.time,
            search.signature
        ));
    } else {
        for (name, duel) in [("bulk", bulk), ("one by one", single)] {
            print_line(&format!(
                "perft {name:<10} {:>12} nodes/s, {:.2} times cozy-chess's {}",
                duel.own, duel.ratio, duel.cozy
            ));
        }
        print_line(&format!(
            "two threads {:.2} times the nodes/s of one, {:.2} times as fast to a depth",
            threads.speed, threads.time
        ));
    }
}

struct Search {
    nodes: u64,
    signature: u64,
    seconds: f64,
}

fn search(judge: Judge) -> Search {
    let start = Instant::now();
    let result = engine::bench(judge);
    Search {
        nodes: result.nodes,
        signature: result.signature,
        seconds: start.elapsed().as_secs_f64(),
    }
}

fn rate(nodes: u64, seconds: f64) -> u64 {
    (nodes as f64 / seconds.max(1e-9)) as u64
}
