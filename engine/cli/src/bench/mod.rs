//! `ponder bench`: perft beside cozy-chess in the same process, search speed, bench signature, and
//! the speed-up by a second thread.

mod perft;
mod threads;

use std::time::Instant;

use engine::BenchResult;
use engine::eval::{EvalConfig, Evaluation};

use crate::output::print_line;

/// The output of the bench.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BenchFormat {
    /// Everything, as text.
    Text,
    /// Everything, one line of JSON for `cargo xtask bench`.
    Json,
    /// The search alone, for UCI's `bench`.
    Search,
}

/// Runs the bench and prints it.
pub fn run(format: BenchFormat) {
    let search = bench_search(EvalConfig::shipped(Evaluation::Network));
    let tuned = bench_search(Evaluation::Tuned.into());
    let [nps, tuned_nps] = [&search, &tuned].map(|search| per_second(search.nodes, search.seconds));
    if format != BenchFormat::Json {
        for (name, search, nps) in [("network", &search, nps), ("hand-made", &tuned, tuned_nps)] {
            print_line(&format!(
                "search, {name:<10} {:>10} nodes {nps:>10} nodes/s   signature {:016x}",
                search.nodes, search.signature
            ));
        }
    }
    if format == BenchFormat::Search {
        return;
    }
    let [bulk, single] = perft::compare();
    let threads = threads::measure();
    if format == BenchFormat::Json {
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
        let config = EvalConfig::shipped(Evaluation::Network);
        let recorded = time(|| engine::bench_recorded(config));
        let nps = per_second(recorded.nodes, recorded.seconds);
        print_line(&format!(
            "search, its tree recorded       {nps:>10} nodes/s"
        ));
        for (name, comparison) in [("bulk", bulk), ("one by one", single)] {
            print_line(&format!(
                "perft {name:<10} {:>12} nodes/s, {:.2} times cozy-chess's {}",
                comparison.own, comparison.ratio, comparison.cozy
            ));
        }
        print_line(&format!(
            "two threads {:.2} times the nodes/s of one, {:.2} times as fast to a depth",
            threads.speed, threads.time
        ));
    }
}

struct SearchBench {
    nodes: u64,
    signature: u64,
    seconds: f64,
}

fn bench_search(config: EvalConfig) -> SearchBench {
    time(|| engine::bench(config))
}

fn time(bench: impl FnOnce() -> BenchResult) -> SearchBench {
    let start = Instant::now();
    let result = bench();
    SearchBench {
        nodes: result.nodes,
        signature: result.signature,
        seconds: start.elapsed().as_secs_f64(),
    }
}

fn per_second(nodes: u64, seconds: f64) -> u64 {
    (nodes as f64 / seconds.max(1e-9)) as u64
}
