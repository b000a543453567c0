//! A small network from nothing: `ponder datagen`, killed and resumed, then `ponder fit` and
//! `ponder train`, interrupted and resumed, and a game with the resulting network.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use engine::eval::nnue::Network;
use lab::datagen::GameFileReader;

const PONDER: &str = env!("CARGO_BIN_EXE_ponder");

/// Settings of games that are played in a moment.
const FEW: [&str; 6] = ["--nodes", "30", "--games", "120", "--seed", "5"];

/// An empty folder for a test.
fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("training")
        .join(name);
    if path.exists() {
        fs::remove_dir_all(&path).unwrap();
    }
    fs::create_dir_all(&path).unwrap();
    path
}

fn ponder(arguments: &[&str]) -> Output {
    Command::new(PONDER).args(arguments).output().unwrap()
}

/// The output of a command that succeeds.
fn succeed(arguments: &[&str]) -> String {
    let output = ponder(arguments);
    let text = String::from_utf8(output.stdout).unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}{error}");
    text
}

/// The error output of a command that fails.
fn fail(arguments: &[&str]) -> String {
    let output = ponder(arguments);
    assert_eq!(output.status.code(), Some(1));
    String::from_utf8(output.stderr).unwrap()
}

/// The number of games in a file, all of them complete.
fn count(file: &Path) -> usize {
    let bytes = fs::read(file).unwrap();
    let games: Result<Vec<_>, _> = GameFileReader::new(&bytes).unwrap().collect();
    games.unwrap().len()
}

#[test]
fn games_that_were_killed_half_way_are_gone_on_with_to_the_byte() {
    let folder = folder("killed");
    let [whole, killed] = ["whole", "killed"].map(|name| folder.join(name));
    let play = |file: &Path, more: &[&str]| {
        let out = ["datagen", "--out", file.to_str().unwrap()];
        Command::new(PONDER)
            .args(out)
            .args(FEW)
            .args(more)
            .stdout(Stdio::null())
            .spawn()
            .unwrap()
    };
    assert!(play(&whole, &["--threads", "1"]).wait().unwrap().success());
    assert_eq!(count(&whole), 120);
    // Killed several times, each time with some more games.
    let whole = fs::read(whole).unwrap();
    let grown = || fs::metadata(&killed).map_or(0, |file| file.len());
    for part in 1..4 {
        let mut process = play(&killed, &[]);
        while grown() < part * whole.len() as u64 / 4 && process.try_wait().unwrap().is_none() {
            thread::sleep(Duration::from_millis(1));
        }
        process.kill().unwrap();
        process.wait().unwrap();
        // As if the last write were incomplete.
        let file = fs::OpenOptions::new().write(true).open(&killed).unwrap();
        file.set_len(grown() - 3).unwrap();
    }
    assert!(play(&killed, &[]).wait().unwrap().success());
    assert_eq!(fs::read(&killed).unwrap(), whole);

    let path = killed.to_str().unwrap();
    let about = succeed(&["datagen", "--about", path]);
    assert!(about.starts_with("120 games: "), "{about}");
    fs::write(&killed, &whole[..whole.len() - 3]).unwrap();
    let about = succeed(&["datagen", "--about", path]);
    assert!(about.starts_with("119 games: "), "{about}");
}

#[test]
fn games_that_are_not_its_own_are_refused_and_left_as_they_are() {
    let folder = folder("refused");
    let file = folder.join("games");
    let path = file.to_str().unwrap();
    let again = [&["datagen", "--out", path], &FEW[..]].concat();
    succeed(&again);
    let whole = fs::read(&file).unwrap();
    let refuses = |bytes: &[u8], arguments: &[&str], why: &str| {
        fs::write(&file, bytes).unwrap();
        let output_text = fail(arguments);
        assert!(output_text.contains(why), "{output_text}");
        assert_eq!(fs::read(&file).unwrap(), bytes);
    };
    let other = [&again[..], &["--seed", "6"]].concat();
    refuses(&whole, &other, "seed=5");
    let mut damaged = whole.clone();
    damaged[300] ^= 1;
    refuses(&damaged, &again, "the game is damaged");
    let writer = fs::File::open(&file).unwrap();
    writer.lock().unwrap();
    refuses(&whole, &again, "another program writes to it");
    drop(writer);
    // Games of another seed than the header's: as of a program that plays otherwise.
    let line = whole.iter().position(|&byte| byte == b'\n').unwrap();
    fs::remove_file(&file).unwrap();
    succeed(&other);
    let others = fs::read(&file).unwrap();
    let mixed = [&whole[..line], &others[line..]].concat();
    refuses(&mixed, &again, "the program plays other games now");
}

#[test]
fn a_network_is_trained_from_nothing_and_the_same_when_it_is_broken_off() {
    let folder = folder("network");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let games = path("games");
    succeed(&[&["datagen", "--out", &games], &FEW[..]].concat());
    let small = ["--width", "32", "--outputs", "2", "--batch", "256"];
    let train = |out: &str, more: &[&str]| {
        let files = ["train", "--games", &games, "--out", out];
        [&files[..], &small, more].concat().join(" ")
    };
    let run = |line: String| succeed(&line.split(' ').collect::<Vec<_>>());
    let output_text = run(train(&path("whole"), &["--epochs", "4", "--about", "toy"]));
    let losses: Vec<f64> = output_text
        .lines()
        .filter_map(|line| {
            line.split_once(": ")?
                .1
                .split_once(" learning")?
                .0
                .parse()
                .ok()
        })
        .collect();
    assert_eq!(losses.len(), 4, "{output_text}");
    assert!(losses[3] < 0.9 * losses[0], "{output_text}");
    let whole = fs::read(path("whole")).unwrap();
    let network = Network::read(&whole).unwrap();
    assert_eq!((network.width(), network.outputs()), (32, 2));
    assert!(network.provenance().starts_with("toy; "), "{network:?}");

    // A checkpoint is written after each epoch; the training is killed after the first.
    let kept = path("checkpoint");
    let more = ["--epochs", "4", "--about", "toy", "--checkpoint", &kept];
    let line = train(&path("again"), &more);
    let mut process = Command::new(PONDER)
        .args(line.split(' '))
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    while !Path::new(&kept).exists() && process.try_wait().unwrap().is_none() {
        thread::sleep(Duration::from_millis(1));
    }
    process.kill().unwrap();
    process.wait().unwrap();
    let output_text = run(line);
    assert!(
        !output_text.contains("\n0 epochs are done"),
        "{output_text}"
    );
    assert_eq!(fs::read(path("again")).unwrap(), whole);

    let other = train(&path("other"), &["--epochs", "5", "--checkpoint", &kept]);
    let output_text = fail(&other.split(' ').collect::<Vec<_>>());
    assert!(
        output_text.contains("it is of another training"),
        "{output_text}"
    );

    let weights = path("weights.rs");
    let output_text = run(format!(
        "fit --games {games} --out {weights} --epochs 20 --pull 0"
    ));
    let fitted = |begin: &str| -> f64 {
        let line = output_text
            .lines()
            .find(|line| line.contains(begin))
            .unwrap();
        let error = line.rsplit_once(": ").unwrap().1;
        error.split_once(" fitted").unwrap().0.parse().unwrap()
    };
    assert!(fitted("epoch 20") < fitted("error before"), "{output_text}");
    assert!(fs::read_to_string(weights).unwrap().contains("Fitted to "));

    let side = format!("network={}", path("whole"));
    let each = "strategy=intuition,nodes=200";
    let output_text = succeed(&[
        "arena",
        "--each",
        each,
        "--a",
        &side,
        "--b",
        "eval=material",
        "--games",
        "2",
    ]);
    assert!(
        output_text.contains("side a: 0 time losses, 0 illegal moves, 0 crashes"),
        "{output_text}"
    );
}
