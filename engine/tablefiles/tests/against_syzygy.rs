//! Our tables against Syzygy's: `TABLES_DIR` names the folder of `ponder tables make`, `SYZYGY_DIR` one of
//! Syzygy files of three and four men. Without them the test says so and passes; with them it takes minutes.

use std::path::PathBuf;
use std::sync::Mutex;
use std::thread;

use engine::tables::{EndgameTables, Wdl};
use syzygy::{Syzygy, SyzygyOptions, SyzygyWdl};
use tablebase::{Ending, Tables};
use tablefiles::TableFolder;

/// The distance is compared in one position of so many.
const DISTANCE_STRIDE: u64 = 101;

#[derive(Default)]
struct Compared {
    results: u64,
    distances: u64,
    /// Where theirs is a ply short, as it is known to be.
    short: u64,
}

#[test]
fn every_result_and_a_million_distances_agree() {
    let folders =
        ["TABLES_DIR", "SYZYGY_DIR"].map(|name| std::env::var_os(name).map(PathBuf::from));
    let [Some(ours), Some(theirs)] = folders else {
        println!("TABLES_DIR and SYZYGY_DIR are not set: nothing was compared");
        return;
    };
    let ours = TableFolder::new(ours).read(4).expect("our tables");
    let (theirs, problems) = Syzygy::open(&[theirs], &SyzygyOptions::default());
    assert!(problems.is_empty(), "{problems:?}");
    let endings = Ending::all(4);
    let next = Mutex::new(endings.iter());
    let total = Mutex::new(Compared::default());
    let cores = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                loop {
                    let ending = next.lock().expect("no panic").next();
                    let Some(ending) = ending else { return };
                    let found = compare(&ours, &theirs, ending);
                    let mut total = total.lock().expect("no panic");
                    total.results += found.results;
                    total.distances += found.distances;
                    total.short += found.short;
                }
            });
        }
    });
    let total = total.into_inner().expect("no panic");
    println!(
        "{} results, {} distances, of which theirs is a ply short in {}",
        total.results, total.distances, total.short
    );
    assert!(total.results > 100_000_000, "{}", total.results);
    assert!(total.distances > 500_000, "{}", total.distances);
}

fn compare(ours: &Tables, theirs: &Syzygy, ending: &Ending) -> Compared {
    let mut compared = Compared::default();
    let table = ours.table(ending).expect("a table");
    for position in table.positions(1) {
        let result = ours.wdl(&position).expect("a result");
        let their_result = theirs.wdl(&position).expect("a file").expect("a result");
        let same = match result {
            Wdl::Win => their_result == SyzygyWdl::Win,
            Wdl::Draw => their_result == SyzygyWdl::Draw,
            Wdl::Loss => their_result == SyzygyWdl::Loss,
        };
        assert!(same, "{position}: {result:?}, {their_result:?}");
        compared.results += 1;
        if result == Wdl::Draw || compared.results % DISTANCE_STRIDE != 0 {
            continue;
        }
        let plies = i32::from(ours.zeroing(&position).expect("a distance"));
        let their_plies = theirs.dtz(&position).expect("a file").expect("a distance");
        // A mated side has no plies left; theirs says one.
        let difference = plies.max(1) - their_plies.abs();
        assert!(
            (0..=1).contains(&difference),
            "{position}: {plies}, {their_plies}"
        );
        compared.distances += 1;
        compared.short += u64::from(difference == 1);
    }
    compared
}
