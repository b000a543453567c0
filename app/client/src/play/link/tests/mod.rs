//! Links: round trips, valid and hostile ones, and engines that continue the same way.

mod again;

use engine::player::{Level, StrategyId, Strength};
use engine::rules::{Color, Move};
use engine::tables::TableSet;
use proptest::prelude::*;
use wire::game_id::GameId;

use super::*;
use crate::play::{CalendarDate, update};
use crate::play::{PlayEffect, PlayEvent};
use crate::settings::{ColorChoice, EngineSettings, STRATEGIES};

/// A page without moves.
fn page(settings: Settings, id: u128) -> PlayState {
    let mut state = PlayState::new(settings);
    let event = PlayEvent::Loaded {
        saved: None,
        unsent: Vec::new(),
        draw: draw(id),
        instant: true,
    };
    update(&mut state, event, 0);
    state
}

fn draw(id: u128) -> NewGameSeed {
    NewGameSeed {
        client_id: GameId::from_bits(id),
        color: Color::White,
        date: CalendarDate::new(2026, 11, 23),
    }
}

/// Opens a link on a page, as the browser does.
fn open(state: &mut PlayState, fragment: &str) -> Vec<PlayEffect> {
    let opened = parse_fragment(fragment).expect("a game").expect("readable");
    let before = state.saved();
    let (saved, settings) = opened.start(&state.settings, &draw(u128::MAX), before.as_ref());
    let event = PlayEvent::RestoreGame {
        saved: Box::new(saved),
        settings: Box::new(settings),
    };
    update(state, event, 0)
}

fn opened(fragment: &str) -> PlayState {
    let mut state = page(Settings::default(), 1);
    open(&mut state, fragment);
    state
}

fn uci(state: &PlayState) -> String {
    let moves: Vec<String> = state.game.moves().iter().map(Move::to_string).collect();
    moves.join(" ")
}

#[test]
fn a_link_is_readable_and_what_it_says_is_on_the_page_that_opens_it() {
    let lines = [
        "white=you&black=ponder.3.standard&seed=7",
        "moves=e4_e5_Nf3&white=you&black=ponder.10.off&seed=18446744073709551615",
        "moves=f3_e5_g4_Qh4&white=calculator.5&black=you&clock=300.3&seed=7",
        "moves=e4&white=person&black=person&clock=60.0&seed=7",
        "moves=e4&white=explorer.2&black=dice&depth=4&quiescence=off&null_move=off&seed=7",
        "moves=e4_e5&white=you&black=pruner.1&end=0-1.resignation&seed=7",
        "moves=e4_e5&white=person&black=person&end=1/2-1/2.agreement&seed=7",
        "fen=4k3/P7/8/8/8/8/8/R3K3_w_Q_-_0_1&moves=a8=Q_Ke7_O-O-O&white=you&black=grabber&seed=7",
    ];
    for line in lines {
        let state = opened(line);
        assert_eq!(write_fragment(&state), line);
    }
}

#[test]
fn a_position_alone_is_played_by_the_side_to_move_against_whom_the_visitor_has_chosen() {
    let fen = "4k3/8/8/8/8/8/q7/4K2R b K - 0 1";
    let fragment = format!("fen={}", fen.replace(' ', "_"));
    let mut state = page(
        Settings {
            engine: EngineSettings::new(StrategyId::Pruner),
            clock: TimeControl::from_text("600.5"),
            depth: Some(2),
            ..Settings::default()
        },
        1,
    );
    open(&mut state, &fragment);
    assert_eq!(state.game.position().to_fen(), fen);
    assert_eq!(
        state.players,
        Players::Engine {
            human: Color::Black
        }
    );
    assert_eq!(state.settings.engine.strategy, StrategyId::Pruner);
    assert_eq!(state.settings.depth, Some(2));
    assert_eq!(
        state.clock.as_ref().map(|clock| clock.control),
        state.settings.clock
    );
    assert!(!state.playable_moves().is_empty() && !state.settings_pending());
    // Escaped as browsers and people do it.
    for way in [
        "fen=4k3/8/8/8/8/8/q7/4K2R%20b%20K%20-%200%201",
        "fen=4k3%2F8/8/8/8/8/q7/4K2R_b_K_-",
    ] {
        let other = opened(way);
        assert_eq!(
            other.game.position().key(),
            state.game.position().key(),
            "{way}"
        );
    }
    let people = Settings {
        opponent: Opponent::Person,
        ..Settings::default()
    };
    let mut state = page(people, 1);
    open(&mut state, &fragment);
    assert_eq!(state.players, Players::TwoPeople);
}

#[test]
fn a_link_that_names_who_plays_leaves_nothing_else_as_it_was() {
    let mut state = page(
        Settings {
            clock: TimeControl::from_text("600.5"),
            depth: Some(2),
            null_move: false,
            hints: false,
            color: ColorChoice::Random,
            ..Settings::default()
        },
        1,
    );
    open(&mut state, "moves=e4&black=ponder");
    let settings = &state.settings;
    assert_eq!((settings.clock, settings.depth), (None, None));
    assert!(settings.null_move && state.clock.is_none());
    assert_eq!(settings.engine, EngineSettings::new(StrategyId::Ponder));
    assert_eq!(
        state.players,
        Players::Engine {
            human: Color::White
        }
    );
    // Preferences of the page's look stay the visitor's.
    assert!(!settings.hints);
    assert_eq!(settings.color, ColorChoice::Random);
}

#[test]
fn one_named_colour_faces_who_belongs_there() {
    for (fragment, seats) in [
        (
            "white=you",
            Players::Engine {
                human: Color::White,
            },
        ),
        (
            "black=you",
            Players::Engine {
                human: Color::Black,
            },
        ),
        (
            "white=dice",
            Players::Engine {
                human: Color::Black,
            },
        ),
        (
            "black=person&white=dice",
            Players::Engine {
                human: Color::Black,
            },
        ),
        (
            "black=dice",
            Players::Engine {
                human: Color::White,
            },
        ),
        ("white=person", Players::TwoPeople),
        ("white=you&black=you", Players::TwoPeople),
        ("white=dice&black=dice", Players::TwoEngines),
    ] {
        assert_eq!(opened(fragment).players, seats, "{fragment}");
    }
}

#[test]
fn moves_are_read_as_people_write_them() {
    for fragment in [
        "moves=e4_e5_Nf3",
        "moves=e2e4_e7e5_g1f3",
        "moves=e4+_e5!_Nf3%23",
        "moves=_e4%20e5__Nf3_",
    ] {
        assert_eq!(uci(&opened(fragment)), "e2e4 e7e5 g1f3", "{fragment}");
    }
}

#[test]
fn a_finished_game_is_shown_and_counts_for_nobody() {
    for fragment in [
        "moves=f3_e5_g4_Qh4&white=you&black=ponder",
        "moves=e4_e5&white=you&black=ponder&end=0-1.resignation",
    ] {
        let mut state = page(Settings::default(), 1);
        let effects = open(&mut state, fragment);
        assert!(state.outcome().is_some(), "{fragment}");
        assert_eq!((state.tally.games(), state.unsent.len()), (0, 0));
        assert!(
            !effects.iter().any(|effect| matches!(
                effect,
                PlayEffect::RecordGame(_) | PlayEffect::StoreUnsent(_)
            )),
            "{fragment}"
        );
    }
}

#[test]
fn the_visitors_count_and_the_sender_s_seed_come_together_in_a_game_of_its_own() {
    let mut state = page(Settings::default(), 1);
    state.tally.wins = 3;
    open(&mut state, "moves=e4&black=ponder&seed=5");
    assert_eq!(state.tally.wins, 3);
    let id = state.client_id.as_ref().unwrap();
    assert_eq!(id.seed(), 5);
    assert_ne!(id.bits() as u64, 0, "another game than the sender's");
}

#[test]
fn a_game_that_is_too_long_goes_as_its_position() {
    let mut state = page(Settings::default(), 7 << 64);
    let shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"];
    for text in shuffle.iter().cycle().take(MAX_PLIES) {
        let mv = state.game.position().parse_uci(text).unwrap();
        state.game.play(mv).unwrap();
    }
    let whole = write_fragment(&state);
    assert_eq!(parse_fragment(&whole).unwrap().unwrap().game, state.game);
    let mv = state.game.position().parse_uci("e2e4").unwrap();
    state.game.play(mv).unwrap();
    let position = write_fragment(&state);
    let back = parse_fragment(&position).unwrap().unwrap();
    assert_eq!(
        (back.game.ply(), back.game.position()),
        (0, state.game.position())
    );
}

#[test]
fn what_holds_no_game_is_none() {
    for fragment in [
        "",
        "main",
        "&&&",
        "=",
        "%ff%fe=%zz",
        "FEN=x",
        "review",
        "x=1&y=2",
    ] {
        assert_eq!(parse_fragment(fragment), None, "{fragment}");
    }
}

#[test]
fn a_hostile_link_is_refused_and_says_which_field_is_at_fault() {
    let many = format!("moves={}", "Nf3_Nf6_Ng1_Ng8_".repeat(251));
    let large = format!("seed=1&x={}", "y".repeat(64 * 1024));
    for (fragment, words) in [
        ("fen=x", "fen: "),
        ("fen=", "fen: "),
        ("fen=8/8/8/8/8/8/8/8_w_-_-", "king"),
        ("fen=%00", "fen: "),
        (
            "fen=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_w_KQkq_-_0_1&moves=e5",
            "moves, half-move 1",
        ),
        ("moves=e4_e5_Ke3", "moves, half-move 3: \"Ke3\""),
        ("moves=e4_%F0%9F", "moves, half-move 2"),
        ("moves=e4&moves=d4", "moves is there twice"),
        (&many, "moves: more than 1000"),
        (&large, "65536 are read"),
        ("white=oracle", "white: expected you"),
        ("white=ponder.0", "white: expected you"),
        ("white=ponder.11", "found \"ponder.11\""),
        ("black=ponder.3.thick", "black: "),
        ("black=ponder.3.standard.more", "black: "),
        ("black=ponder.3.44.standard", "black: "),
        ("black=ponder.3.4.5", "black: "),
        ("black=ponder.3.wild", "black: "),
        ("black=ponder.3.attacker.standard", "black: "),
        ("black=ponder.3.standard.attacker.solid", "black: "),
        ("black=intuition.attacker", "black: "),
        ("black=ponder.10.1.standard", "black: "),
        ("black=you.3", "black: "),
        ("black=PONDER", "black: "),
        ("black=", "black: "),
        (
            "black=%3Cscript%3Ealert(1)%3C/script%3E_and_much_more",
            "found \"<script>alert(1)</script\"",
        ),
        ("clock=5", "clock: expected seconds"),
        ("clock=9.0", "clock: "),
        ("clock=300.61", "clock: "),
        ("depth=0", "depth: expected 1 to 6"),
        ("depth=7", "depth: "),
        ("depth=999999999999", "depth: "),
        ("quiescence=no", "quiescence: expected on or off"),
        ("null_move=", "null_move: "),
        ("tables=5", "tables: expected none, 3 or 4"),
        ("tables=syzygy", "tables: "),
        ("seed=-1", "seed: expected a whole number"),
        ("seed=18446744073709551616", "seed: "),
        ("moves=e4&end=1-0", "end: "),
        ("moves=e4&end=*.resignation", "end: "),
        ("moves=e4&end=1-0.agreement", "end: "),
        ("moves=e4&end=1/2-1/2.resignation", "end: "),
        ("moves=e4&end=1-0.checkmate", "end: "),
        ("end=1-0.resignation", "end: "),
        ("moves=f3_e5_g4_Qh4&end=1-0.resignation", "end: "),
    ] {
        let refused = parse_fragment(fragment)
            .expect("a game is asked for")
            .unwrap_err()
            .to_string();
        assert!(refused.contains(words), "{fragment:.60}: {refused}");
        assert!(refused.len() < 160, "{refused}");
    }
}

prop_compose! {
    /// Engines that a link describes completely.
    fn engine()(
        index in 0..STRATEGIES.len(), tenths in 10..=100_u8, book in 0..4_usize, style in 0..7_usize
    ) -> EngineSettings {
        use engine::book::Style;
        use engine::eval::PlayingStyle;
        let mind = STRATEGIES[index];
        let usual = EngineSettings::new(mind);
        let books = [Some(Style::Standard), Some(Style::Aggressive), Some(Style::Defensive), None];
        EngineSettings {
            strategy: mind,
            strength: Strength::from_tenths(tenths).filter(|_| mind.searches()).unwrap_or(usual.strength),
            book: if mind == StrategyId::Ponder { books[book] } else { usual.book },
            playing_style: PlayingStyle::ALL.get(style).copied().filter(|_| mind.searches()),
        }
    }
}

proptest! {
    #[test]
    fn any_game_comes_back_as_it_was(
        moves in proptest::collection::vec(any::<prop::sample::Index>(), 0..160),
        (engine, rival) in (engine(), engine()),
        (opponent, black) in (0..3_usize, any::<bool>()),
        (clock, depth) in (0..11_usize, 0..=6_u8),
        (quiescence, null_move, resigned) in any::<(bool, bool, bool)>(),
        id in any::<u128>(),
    ) {
        let settings = Settings {
            opponent: [Opponent::Engine, Opponent::Person, Opponent::Engines][opponent],
            color: if black { ColorChoice::Black } else { ColorChoice::White },
            engine,
            second_engine: rival,
            clock: TimeControl::USUAL.get(clock).copied(),
            depth: Some(depth).filter(|depth| *depth > 0),
            quiescence,
            null_move,
            tables: TableSet::OURS[usize::from(depth) % 3],
            ..Settings::default()
        };
        let mut sent = page(settings, id);
        for index in moves {
            let legal = sent.game.position().legal_moves().to_vec();
            if legal.is_empty() {
                break;
            }
            sent.game.play(*index.get(&legal)).unwrap();
        }
        if resigned {
            update(&mut sent, PlayEvent::Resign, 0);
        }
        let fragment = write_fragment(&sent);
        let got = opened(&fragment);
        prop_assert_eq!(&got.game, &sent.game);
        prop_assert_eq!((got.players, got.ended), (sent.players, sent.ended));
        let seed = |state: &PlayState| state.client_id.as_ref().map(GameId::seed);
        prop_assert_eq!(seed(&got), seed(&sent));
        for color in Color::ALL {
            prop_assert_eq!(got.engine_for(color), sent.engine_for(color));
        }
        let how = |settings: Settings| (settings.clock, settings.depth, settings.options());
        prop_assert_eq!(how(got.settings), how(sent.settings));
        prop_assert_eq!(write_fragment(&got), fragment);
    }

    #[test]
    fn any_text_is_read_or_refused(text in "(fen|moves|white|black|clock|depth|end|seed)=.{0,40}(&.{0,20})?") {
        if let Some(Ok(opened)) = parse_fragment(&text) {
            opened.start(&Settings::default(), &draw(1), None);
        }
    }
}
