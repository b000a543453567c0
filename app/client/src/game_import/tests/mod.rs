//! The import: files, the analysis in the worker, what is stored, the report, and the page.

mod analysis;
mod browser;
mod files;
mod given;
mod page;
mod report;
mod stored;

use std::sync::LazyLock;

use engine::player::{Control, NeverStop, Stop, StoppedClock};

use super::*;
use crate::worker::SearchId;
use crate::worker::codec::{decode, encode};
use crate::worker::protocol::NetworkInfo;

/// White misses a mate in two and is a queen down for a piece.
const MISSED_MATE: &str = "[Event \"Rated blitz game\"]
[Site \"https://lichess.org/aaaaaaaa\"]
[Date \"2024.05.17\"]
[White \"Ada_L\"]
[Black \"Bo\"]
[Result \"0-1\"]
[UTCDate \"2024.05.17\"]
[UTCTime \"18:00:00\"]
[WhiteElo \"1500\"]
[BlackElo \"1510\"]
[Variant \"Standard\"]
[TimeControl \"180+2\"]
[ECO \"C41\"]
[Opening \"Philidor Defense\"]
[Termination \"Normal\"]

1. e4 { [%eval 0.18] [%clk 0:03:00] } 1... e5 { [%eval 0.21] [%clk 0:03:00] } 2. Nf3 { [%eval 0.13] [%clk 0:02:59] } 2... d6 { [%eval 0.43] [%clk 0:02:58] } 3. Bc4 { [%eval 0.36] [%clk 0:02:55] } 3... Bg4?! { [%eval 0.9] [%clk 0:02:50] } 4. Nc3 { [%eval 0.8] [%clk 0:02:51] } 4... g6?? { [%eval 2.9] [%clk 0:02:40] } 5. Nxe5! { [%eval 2.9] [%clk 0:02:30] } 5... Bxd1?? { [%eval #2] [%clk 0:02:39] } 6. Kxd1?? { [%eval -0.5] [%clk 0:02:30] } 6... dxe5 { [%eval -0.4] [%clk 0:02:30] } 0-1
";

/// Black allows the mate in four moves.
const ALLOWED_MATE: &str = "[Event \"Live Chess\"]
[Site \"Chess.com\"]
[Date \"2024.05.18\"]
[Round \"-\"]
[White \"Bo_1\"]
[Black \"ada\"]
[Result \"1-0\"]
[Timezone \"UTC\"]
[ECO \"C23\"]
[ECOUrl \"https://www.chess.com/openings/Bishops-Opening\"]
[UTCDate \"2024.05.18\"]
[TimeControl \"180\"]
[Termination \"Bo_1 won by checkmate\"]
[Link \"https://www.chess.com/game/live/1\"]

1. e4 {[%clk 0:02:59.9]} 1... e5 {[%clk 0:02:58.1]} 2. Bc4 {[%clk 0:02:58.8]} 2... Nc6 {[%clk 0:02:55]} 3. Qh5 {[%clk 0:02:57.2]} 3... Nf6 {[%clk 0:02:54.2]} 4. Qxf7# {[%clk 0:02:56]} 1-0
";

/// White leaves the queen where a bishop takes it.
const LEFT_QUEEN: &str = "[Event \"Club\"]
[Date \"2024.06.01\"]
[White \"Ada\"]
[Black \"Cy\"]
[Result \"0-1\"]

1. e4 e5 2. Qg4 d6 3. a3 Bxg4 4. d4 exd4 0-1
";

const CRAZYHOUSE: &str = "[Event \"Rated Crazyhouse game\"]
[White \"Ada\"]
[Black \"Bo\"]
[Variant \"Crazyhouse\"]

1. e4 d5 2. exd5 Qxd5 3. P@d4 e5 *
";

const CHESS960: &str = "[Event \"Live Chess - Chess960\"]
[White \"Ada\"]
[Black \"Bo\"]
[Variant \"Chess960\"]
[SetUp \"1\"]
[FEN \"bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1\"]

1. e4 e5 2. d4 d5 3. f4 f5 *
";

fn ada() -> Visitor {
    Visitor::Names(vec!["Ada".to_owned(), "ADA_L ".to_owned()])
}

/// All games of a file.
fn games_of(file: &[u8]) -> Vec<FoundGame> {
    read_in_pieces(file, &[]).0
}

/// The games of a file that is cut at these places, and what was skipped.
fn read_in_pieces(file: &[u8], cuts: &[usize]) -> (Vec<FoundGame>, SkippedGames) {
    let (mut reader, mut games, mut from) = (GameFile::default(), Vec::new(), 0);
    for &cut in cuts.iter().chain([&file.len()]) {
        reader.push(&file[from..cut], &mut |game| games.push(game));
        from = cut;
    }
    let skipped = reader.finish(&mut |game| games.push(game));
    (games, skipped.cloned().unwrap_or_default())
}

/// All answers of the worker to a game.
fn answers(text: &str, visitor: Visitor, stop: &dyn Stop) -> Vec<ImportAnswer> {
    let order = ImportOrder {
        id: SearchId(7),
        text: text.to_owned(),
        visitor,
    };
    let request = encode(&ImportRequest::Game(Box::new(order)));
    let mut control = Control {
        clock: &StoppedClock,
        stop,
        report: &mut |_| {},
        rng: engine::rng(0),
    };
    let mut all = Vec::new();
    answer(&request, None, &mut control, &mut |bytes| {
        all.push(decode(&bytes).unwrap());
    })
    .unwrap();
    all
}

fn last_answer(text: &str, visitor: Visitor) -> ImportAnswer {
    answers(text, visitor, &NeverStop).pop().unwrap()
}

/// The results of the three games for Ada, in the order of their constants.
fn results() -> &'static [GameResult; 3] {
    static RESULTS: LazyLock<[GameResult; 3]> = LazyLock::new(|| {
        [MISSED_MATE, ALLOWED_MATE, LEFT_QUEEN].map(|text| match last_answer(text, ada()) {
            ImportAnswer::Done { result, .. } => *result,
            other => panic!("{other:?}"),
        })
    });
    &RESULTS
}

/// The bytes of a small file.
fn files_text() -> Vec<u8> {
    [MISSED_MATE, ALLOWED_MATE, LEFT_QUEEN]
        .concat()
        .into_bytes()
}

fn network() -> NetworkInfo {
    NetworkInfo {
        name: "0".to_owned(),
        width: 64,
        provenance: String::new(),
    }
}
