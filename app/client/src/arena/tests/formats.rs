//! Links, stored games, PGN and JSON; all of them also damaged.

use engine::rules::pgn;
use lab::arena::FaultKind;
use proptest::prelude::*;

use super::*;
use crate::theatre::{SWITCHES, SearchSwitch};

#[test]
fn every_entrant_reads_back_from_its_text() {
    for mut entrant in minds() {
        assert_eq!(entrant.to_string().parse(), Ok(entrant.clone()));
        for part in SWITCHES {
            if entrant.has_switch(part) {
                entrant.without.push(part);
            }
        }
        let has_switches = matches!(entrant.mind, StrategyId::Intuition | StrategyId::Calculator);
        assert_eq!(!entrant.without.is_empty(), has_switches);
        assert_eq!(entrant.to_string().parse(), Ok(entrant.clone()));
        // Without the network there is no file of one.
        entrant.file = entrant.file_kind().map(|_| 7);
        assert_eq!(entrant.to_string().parse(), Ok(entrant.clone()));
        entrant.file = None;
        if entrant.mind.searches() {
            let text = format!("{}.10", entrant.mind.as_str());
            let levelled: Entrant = text.parse().unwrap();
            assert_eq!(levelled.to_string(), text);
            // A level takes the switches away.
            let mended = Entrant {
                without: entrant.without.clone(),
                ..levelled.clone()
            };
            assert_eq!(mended.mended(&entrant), levelled);
        }
    }
    let by_file: Entrant = "explorer@0123abcd".parse().unwrap();
    assert_eq!(by_file.file, Some(0x0123_abcd));
    assert!(!by_file.needs_network());
    let other_mind = Entrant {
        mind: StrategyId::Learner,
        ..by_file.clone()
    };
    assert_eq!(other_mind.mended(&by_file).file, None);
}

#[test]
fn what_is_no_entrant_is_refused_with_its_reason() {
    for (text, reason) in [
        ("", "no such mind"),
        ("wizard", "no such mind"),
        ("dice.3", "no levels"),
        ("intuition.0", "1 to 10"),
        ("intuition.full", "1 to 10"),
        ("intuition!speed", "no such part"),
        ("intuition!", "no such part"),
        ("intuition.3!delta", "cannot go without"),
        ("calculator!network", "cannot go without"),
        ("dice!delta", "cannot go without"),
        ("intuition!delta!delta", "twice"),
        ("intuition@12", "eight hexadecimal"),
        ("intuition@0123ABCD", "eight hexadecimal"),
        ("dice@0123abcd", "plays by no file"),
        ("intuition!network@0123abcd", "plays by no file"),
    ] {
        let found = text.parse::<Entrant>().unwrap_err();
        assert!(found.contains(reason), "{text}: {found}");
    }
}

#[test]
fn a_link_rebuilds_its_tournament() {
    let plans = presets().into_iter().map(|preset| preset.plan);
    let worths = SWITCHES
        .into_iter()
        .filter(|part| *part != SearchSwitch::Everything)
        .map(worth_of);
    let limits = LIMITS.map(|limit| TournamentPlan {
        limit,
        ..quick_plan("dice,pruner.4,explorer@00000001", 3)
    });
    for plan in plans.chain(worths).chain(limits) {
        plan.check().unwrap();
        let link = fragment(&plan);
        assert!(!link.contains([' ', '#', '"']), "{link}");
        assert_eq!(parse_fragment(&link), Ok(plan), "{link}");
    }
    assert_eq!(
        fragment(&worth_of(SearchSwitch::Quiescence)),
        "players=intuition,intuition!quiescence&nodes=5000&pairs=500&sprt=0,20&seed=1"
    );
    assert_eq!(parse_fragment(""), Ok(TournamentPlan::default()));
}

#[test]
fn a_link_that_cannot_be_read_names_its_field() {
    for (link, part) in [
        ("players=dice", "(players): expected 2 to 8, found 1"),
        (
            "players=",
            "Player 1 (players), \"\": there is no such mind",
        ),
        ("players=dice,wizard", "Player 2 (players), \"wizard\""),
        (
            "players=dice,dice,dice,dice,dice,dice,dice,dice,dice",
            "found 9",
        ),
        ("nodes=0", "(nodes) \"0\""),
        ("nodes=10000001", "(nodes)"),
        ("movetime=-1", "(movetime)"),
        ("tc=8s", "(tc)"),
        ("tc=3601", "(tc)"),
        ("tc=nan", "(tc)"),
        ("pairs=0", "(pairs)"),
        ("pairs=2001", "(pairs)"),
        ("pairs=many", "(pairs)"),
        (
            "players=dice,dice,dice,dice,dice,dice,dice,dice&pairs=72",
            "4032 games",
        ),
        ("sprt=5", "(sprt)"),
        ("sprt=5,5", "(sprt)"),
        ("sprt=0,900", "(sprt)"),
        ("players=dice,dice,dice&sprt=0,10", "for two players"),
        ("seed=-1", "(seed)"),
    ] {
        let found = parse_fragment(link).unwrap_err().to_string();
        assert!(found.contains(part), "{link}: {found}");
    }
    let long = format!("players={}", "x".repeat(5_000));
    assert_eq!(parse_fragment(&long), Err(PlanError::TooLong));
}

proptest! {
    #[test]
    fn any_link_is_a_tournament_or_an_error(text in ".{0,200}") {
        if let Ok(plan) = parse_fragment(&text) {
            prop_assert_eq!(parse_fragment(&fragment(&plan)), Ok(plan));
        }
    }

    #[test]
    fn any_text_is_a_game_or_an_error(text in ".{0,200}") {
        prop_assert!(PlayedGame::parse(&text).is_err());
    }
}

#[test]
fn a_stored_game_reads_back_and_a_damaged_one_is_refused() {
    let tournament = small_tournament();
    let games: Vec<_> = tournament.games().cloned().collect();
    for game in &games {
        let text = game.to_text();
        assert_eq!(PlayedGame::parse(&text).as_ref(), Ok(&**game));
        assert!(text.len() < 20_000, "{}", text.len());
    }
    let text = games
        .iter()
        .find(|game| game.winner.is_some())
        .unwrap()
        .to_text();
    for length in 0..text.len() {
        assert!(PlayedGame::parse(&text[..length]).is_err());
    }
    let with = |from: &str, to: &str| PlayedGame::parse(&text.replacen(from, to, 1));
    for (from, to) in [
        ("\"number\":", "\"number\":-"),
        ("\"moves\":\"", "\"moves\":\"e2e5 "),
        ("\"moves\":\"", "\"moves\":\"x "),
        ("\"scores\":\"", "\"scores\":\"1e9 "),
        ("win:rules", "draw:rules"),
        ("loss:rules", "draw:rules"),
        (":rules", ":adjudicated"),
        (":rules", ":speed"),
        ("{", "{\"more\":1,"),
    ] {
        if text.contains(from) {
            assert!(with(from, to).is_err(), "{from} {to}");
        }
    }
    // More scores than moves.
    let scores = format!("\"scores\":\"{}", "1 ".repeat(3_000));
    assert!(with("\"scores\":\"", &scores).is_err());
}

#[test]
fn a_game_lost_on_time_is_stored_with_its_reason() {
    let game = PlayedGame {
        number: 3,
        moves: Vec::new(),
        scores: Vec::new(),
        winner: Some(engine::rules::Color::Black),
        fault: Some(lab::arena::Fault::new(
            FaultKind::Time,
            "took 12 ms, had 10",
        )),
    };
    assert_eq!(PlayedGame::parse(&game.to_text()).as_ref(), Ok(&game));
    let plan = quick_plan("dice,grabber", 2);
    let text = pgn_of(&plan, &game);
    for part in [
        "[Result \"0-1\"]",
        "[Termination \"time forfeit\"]",
        "[Round \"2.2\"]",
    ] {
        assert!(text.contains(part), "{text}");
    }
}

#[test]
fn other_programs_get_every_game() {
    let tournament = small_tournament();
    let plan = tournament.plan();
    let document: serde_json::Value = serde_json::from_str(&json(&tournament)).unwrap();
    assert_eq!(document["games"].as_array().unwrap().len(), 12);
    assert_eq!(document["table"].as_array().unwrap().len(), 3);
    let link = document["plan"].as_str().unwrap();
    assert_eq!(parse_fragment(link).as_ref(), Ok(plan));
    for (game, value) in tournament
        .games()
        .zip(document["games"].as_array().unwrap())
    {
        let read = pgn::parse(&pgn_of(plan, game)).unwrap();
        assert_eq!(read.game().moves(), game.moves);
        assert_eq!(read.tags.get("White"), value["white"].as_str());
        let expected = match game.winner {
            None => pgn::GameResult::Draw,
            Some(winner) => pgn::GameResult::Win(winner),
        };
        assert_eq!(read.result, expected);
    }
}
