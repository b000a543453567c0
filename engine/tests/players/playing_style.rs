//! Playing styles: the same answer every time, true scores, and a difference that shows.

use engine::eval::PlayingStyle;
use engine::player::{
    Control, Decision, Level, NeverStop, PlayerConfig, StoppedClock, StrategyId, strategies,
};
use engine::rules::{Game, Piece};
use engine::search::{Report, Score, SearchLimits};

/// The strategies that play.
fn ready() -> impl Iterator<Item = StrategyId> {
    let ready = strategies().iter().filter(|strategy| strategy.ready);
    ready.map(|strategy| strategy.id)
}

/// A player of a style, or of none.
fn config(style: Option<PlayingStyle>, level: Option<u8>) -> PlayerConfig {
    PlayerConfig {
        hash_mb: 2,
        strength: level.and_then(Level::new).map(Into::into),
        playing_style: style,
        seed: 4,
        book: None,
        learning: None,
        ..PlayerConfig::default()
    }
}

fn choose(config: &PlayerConfig, id: StrategyId, game: &Game) -> (Decision, Vec<Report>) {
    let mut reports = Vec::new();
    let mut control = Control {
        clock: &StoppedClock,
        stop: &NeverStop,
        report: &mut |report| reports.push(report),
        rng: engine::rng(0),
    };
    let mut player = config.player(id).expect("it plays");
    let decision = player.choose(game, &SearchLimits::nodes(3_000), &mut control);
    (decision, reports)
}

#[test]
fn every_strategy_plays_in_every_style_and_the_same_each_time() {
    let game: Game = "e2e4 e7e5 g1f3 b8c6"
        .split(' ')
        .fold(Game::new(), |mut game, mv| {
            let mv = game.position().parse_uci(mv).expect("a move");
            game.play(mv).expect("it is legal");
            game
        });
    for id in ready() {
        for style in PlayingStyle::ALL {
            for level in [None, Some(2), Some(7)] {
                let config = config(Some(style), level);
                let (first, _) = choose(&config, id, &game);
                let (second, _) = choose(&config, id, &game);
                assert!(first.mv.is_some(), "{id:?} {style}");
                assert_eq!(first.lines, second.lines, "{id:?} {style} {level:?}");
            }
        }
    }
}

#[test]
fn what_does_not_search_has_no_style() {
    let game = Game::new();
    for id in ready().filter(|id| !id.searches()) {
        let styled = choose(&config(Some(PlayingStyle::Stormer), None), id, &game);
        let plain = choose(&config(None, None), id, &game);
        assert_eq!(styled.0.mv, plain.0.mv, "{id:?}");
    }
}

#[test]
fn scores_are_told_without_the_bonus() {
    // Level, and each style's bonus is some hundred centipawns with all pieces there.
    let game = Game::new();
    for style in PlayingStyle::ALL {
        // Where levels err, the moves beside the best one differ from it by what the player likes, too.
        for (level, widest) in [(3, 500), (9, 250)] {
            let (decision, reports) = choose(
                &config(Some(style), Some(level)),
                StrategyId::Intuition,
                &game,
            );
            let scores = reports.iter().filter_map(|report| match report {
                Report::Depth(line) => Some(line.score),
                Report::RootMove(found) => Some(found.score),
                _ => None,
            });
            let last = decision.lines.iter().map(|line| line.score);
            for score in scores.chain(last) {
                let Score::Cp(cp) = score else {
                    panic!("{style}: {score:?}");
                };
                assert!(cp.abs() < widest, "{style} at level {level}: {cp}");
            }
            let best = decision.lines.first().map(|line| line.score);
            assert!(
                matches!(best, Some(Score::Cp(-60..=110))),
                "{style} at level {level}: {best:?}"
            );
        }
    }
}

/// A game of a style, as White, against a player without one; both at level 6.
fn game_of(style: PlayingStyle, seed: u64) -> Game {
    let player = |style| {
        let config = PlayerConfig {
            seed,
            ..config(style, Some(6))
        };
        config.player(StrategyId::Intuition).expect("it plays")
    };
    let mut players = [player(Some(style)), player(None)];
    let mut game = Game::new();
    // Every seed begins with another pawn.
    let first = game.position().legal_moves()[seed as usize % 16];
    game.play(first).expect("it is legal");
    let pass = game.position().legal_moves()[seed as usize % 5];
    game.play(pass).expect("it is legal");
    while game.ply() < 60 && game.outcome().is_none() {
        let mut control = Control {
            clock: &StoppedClock,
            stop: &NeverStop,
            report: &mut |_| {},
            rng: engine::rng(0),
        };
        let limits = SearchLimits::nodes(1_500);
        let decision = players[game.ply() % 2].choose(&game, &limits, &mut control);
        game.play(decision.mv.expect("a move"))
            .expect("it is legal");
    }
    game
}

#[test]
fn a_simplifier_exchanges_more_than_a_complicator_and_a_stormer_moves_more_pawns_than_a_defender() {
    let games = |style| (0..12).map(move |seed| game_of(style, seed));
    let pieces_left = |style| -> usize {
        let left = |game: Game| {
            let position = game.position();
            let men = position.occupied() - position.pieces(Piece::Pawn);
            men.len()
        };
        games(style).map(left).sum()
    };
    let pawn_moves = |style| -> usize {
        let white = |game: Game| {
            let start = *Game::new().position();
            let mut position = start;
            let mut count = 0;
            for (ply, &mv) in game.moves().iter().enumerate() {
                let is_pawn = position.pieces(Piece::Pawn).has(mv.from());
                count += usize::from(ply % 2 == 0 && is_pawn);
                position = position.play(mv);
            }
            count
        };
        games(style).map(white).sum()
    };
    let (few, many) = (
        pieces_left(PlayingStyle::Simplifier),
        pieces_left(PlayingStyle::Complicator),
    );
    assert!(
        few + 12 < many,
        "{few} and {many} pieces left after 60 moves"
    );
    let (stormed, kept) = (
        pawn_moves(PlayingStyle::Stormer),
        pawn_moves(PlayingStyle::Defender),
    );
    assert!(stormed > kept, "{stormed} and {kept} pawn moves");
}
