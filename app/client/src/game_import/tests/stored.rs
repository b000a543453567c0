//! What the browser stores.

use proptest::prelude::*;

use super::*;
use crate::game_import::stored_bytes::pack;

fn header() -> ImportHeader {
    ImportHeader {
        file_name: "lichess_ada.pgn".to_owned(),
        visitor: ada(),
        total: 3,
        skipped: SkippedGames::default(),
        started_at: 1_700_000_000_000,
        status: ImportStatus::Running,
    }
}

fn records() -> Vec<GameRecord> {
    let analysed = results().iter().cloned();
    let analysed = analysed.map(|result| GameRecord::Analysed(Box::new(result)));
    let refused = [
        RefusedGame::NoMoves,
        RefusedGame::Variant {
            name: "Atomic".to_owned(),
        },
    ];
    analysed.chain(refused.map(GameRecord::Refused)).collect()
}

#[test]
fn what_was_stored_is_read_again() {
    assert_eq!(ImportHeader::decode(&header().encode()), Ok(header()));
    for record in records() {
        assert_eq!(GameRecord::decode(&record.encode()), Ok(record));
    }
    let mut earlier = EarlierGames::default();
    for key in [5, 3, 5] {
        earlier.add(GameKey(key));
    }
    assert_eq!(earlier.iter().collect::<Vec<_>>(), [GameKey(5), GameKey(3)]);
    assert_eq!(EarlierGames::decode(&earlier.encode()), Ok(earlier));
}

#[test]
fn a_damaged_byte_is_found_wherever_it_is() {
    let bytes = records()[0].encode();
    for index in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[index] ^= 0x10;
        assert!(GameRecord::decode(&damaged).is_err(), "byte {index}");
        assert!(
            GameRecord::decode(&bytes[..index]).is_err(),
            "cut at {index}"
        );
    }
    let version = [&[9], &bytes[1..]].concat();
    assert_eq!(GameRecord::decode(&version), Err(StoredError::Version));
    let long = vec![1; 20_000];
    assert_eq!(
        GameRecord::decode(&long).unwrap_err().to_string(),
        "expected at most 16000 bytes, found 20000"
    );
}

/// A game with one thing that cannot be, under a correct checksum.
#[test]
fn what_cannot_be_is_refused_with_the_name_of_its_field() {
    type Change = fn(&mut GameResult);
    let changes: [(&str, Change); 10] = [
        ("date", |game| game.date = "x".repeat(11)),
        ("players' names", |game| game.players[1] = "x".repeat(61)),
        ("time control", |game| game.time_control = "x".repeat(21)),
        ("sides", |game| game.sides.clear()),
        ("sides", |game| game.sides = vec![game.sides[0].clone(); 2]),
        ("number of moves", |game| game.plies = 2_000),
        ("loss of a phase", |game| {
            game.sides[0].phases[2].moves.loss = 1
        }),
        ("mistake's place", |game| game.sides[0].mistakes[0].ply = 12),
        ("mistake's position", |game| {
            game.sides[0].mistakes[0].fen = "8/8/8/8/8/8/8/8 w - - 0 1".to_owned();
        }),
        ("mistake's moves", |game| {
            game.sides[0].mistakes[0].better = results()[1].sides[0].mistakes[0].played;
        }),
    ];
    for (field, change) in changes {
        let mut game = results()[0].clone();
        change(&mut game);
        let bytes = GameRecord::Analysed(Box::new(game)).encode();
        let expected = format!("the {field} cannot be right");
        assert_eq!(
            GameRecord::decode(&bytes).unwrap_err().to_string(),
            expected
        );
    }
    let long = ImportHeader {
        total: 2_001,
        ..header()
    };
    assert_eq!(
        ImportHeader::decode(&long.encode()),
        Err(StoredError::Field {
            field: "number of games"
        })
    );
}

#[test]
fn the_largest_record_fits_and_a_usual_one_is_small() {
    let mut game = results()[0].clone();
    let mistake = game.sides[0].mistakes[0].clone();
    game.players = ["\u{1f600}".repeat(60), "\u{1f600}".repeat(60)];
    game.sides[0].mistakes = vec![mistake; MAX_MISTAKES];
    game.sides.push(SideResult {
        color: engine::rules::Color::Black,
        mistakes: Vec::new(),
        ..game.sides[0].clone()
    });
    let record = GameRecord::Analysed(Box::new(game));
    let bytes = record.encode();
    assert_eq!(GameRecord::decode(&bytes), Ok(record));
    assert!(bytes.len() < 5_000, "{}", bytes.len());
    let usual = records()[0].encode();
    assert!(usual.len() < 500, "{}", usual.len());
}

#[test]
fn keys_lead_back_to_their_games() {
    assert_eq!(text_key(12), "import/text/00012");
    for index in [0, 12, 1_999] {
        assert_eq!(index_of(&text_key(index)), Some(index));
        assert_eq!(index_of(&record_key(index)), Some(index));
    }
    for key in [
        "import/text/2000x",
        "import/text/02000",
        "import/text/12",
        "import/text/+0012",
        HEADER_KEY,
        "",
    ] {
        assert_eq!(index_of(key), None, "{key}");
    }
}

#[test]
fn only_the_latest_games_are_recognised() {
    let mut earlier = EarlierGames::default();
    earlier.add(GameKey(u64::MAX));
    for key in 0..MAX_EARLIER_GAMES as u64 {
        // A long list is not searched for each of these.
        if key < 5 || key + 5 > MAX_EARLIER_GAMES as u64 {
            earlier.add(GameKey(key));
        }
    }
    assert_eq!(earlier.iter().next(), Some(GameKey(u64::MAX)));
    earlier.remove(&[GameKey(u64::MAX), GameKey(0)]);
    assert_eq!(earlier.iter().next(), Some(GameKey(1)));
    let many: Vec<GameKey> = (0..25_000_u64).map(GameKey).collect();
    assert!(EarlierGames::decode(&pack(&many)).unwrap().iter().len() <= MAX_EARLIER_GAMES);
}

proptest! {
    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        prop_assert!(GameRecord::decode(&bytes).is_err());
        prop_assert!(ImportHeader::decode(&bytes).is_err());
        prop_assert!(EarlierGames::decode(&bytes).is_err());
        // Under a correct head the value itself is hostile.
        let head = [&[1][..], &engine::checksum::crc32(&bytes).to_le_bytes(), &bytes].concat();
        if let Ok(record) = GameRecord::decode(&head) {
            prop_assert!(matches!(record, GameRecord::Refused(_)), "{record:?}");
        }
        drop(ImportHeader::decode(&head));
        drop(EarlierGames::decode(&head));
    }
}
