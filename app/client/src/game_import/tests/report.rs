//! The report on many games.

use engine::exercises::GamePhase;
use engine::rules::Color;

use super::*;
use crate::phase_losses::MoveLosses;

/// The report on games that are made of the three by a change.
fn report_on(count: u32, change: impl Fn(u32, &mut GameResult)) -> GamesReport {
    let mut report = GamesReport::default();
    for index in 0..count {
        let mut game = results()[index as usize % 3].clone();
        change(index, &mut game);
        report.add(index, &game);
    }
    report
}

/// A game's side with these losses per move in opening and middlegame, tenths, ten moves each.
fn set_losses(game: &mut GameResult, losses: [u32; 2]) {
    for (phase, loss) in game.sides[0].phases.iter_mut().zip(losses) {
        phase.moves = MoveLosses {
            moves: 10,
            loss: loss * 10,
        };
    }
}

fn says(report: &GamesReport, beginning: &str) -> Option<String> {
    let sentences = report.sentences();
    sentences.into_iter().find(|one| one.starts_with(beginning))
}

#[test]
fn scores_and_phases_are_counted() {
    let report = report_on(3, |_, _| {});
    assert_eq!(report.games(), 3);
    assert_eq!(report.score(Color::White).losses, 2);
    assert_eq!(report.score(Color::Black).losses, 1);
    let opening = report.phases.of(GamePhase::Opening);
    assert_eq!(opening.loss.weight(), 6 + 3 + 4);
    assert_eq!(report.phases.time_share(GamePhase::Opening), Some(100.0));
    assert!(opening.decided[1] >= 1, "{:?}", opening.decided);
    assert_eq!(
        report.sentences()[0],
        "3 games: 0 won, 0 drawn, 3 lost, 0 % of the points."
    );
}

#[test]
fn the_order_of_the_games_does_not_matter() {
    let games: Vec<GameResult> = results().iter().cycle().take(60).cloned().collect();
    let (mut one, mut other) = (GamesReport::default(), GamesReport::default());
    for index in 0..60 {
        one.add(index, &games[index as usize]);
        let index = (index * 7 + 3) % 60;
        other.add(index, &games[index as usize]);
    }
    assert_eq!(one, other);
    assert_eq!(one.sentences(), other.sentences());
}

#[test]
fn a_phase_is_named_where_it_is_worse_by_more_than_chance() {
    let with = |count, losses: [[u32; 2]; 2]| {
        report_on(count, |index, game| {
            set_losses(game, losses[index as usize % 2]);
        })
    };
    let report = with(40, [[10, 25], [18, 37]]);
    assert_eq!(
        says(&report, "You lose most").as_deref(),
        Some(
            "You lose most in the middlegame: 3.1 points of winning chance per move, against 1.4 points in the opening."
        )
    );
    // Too few games, and differences within the noise.
    assert_eq!(says(&with(18, [[10, 25], [18, 37]]), "You lose"), None);
    assert_eq!(says(&with(40, [[0, 50], [50, 4]]), "You lose"), None);
}

#[test]
fn of_three_phases_most_is_only_said_where_it_is_so() {
    let report = report_on(60, |index, game| {
        let noise = index % 2 * 8;
        set_losses(game, [10 + noise, 30 + noise]);
        game.sides[0].phases[2].moves = MoveLosses {
            moves: 10,
            loss: 10 * (31 + noise),
        };
    });
    assert_eq!(says(&report, "You lose most"), None);
    let least = says(&report, "You lose least").unwrap();
    assert!(
        least.starts_with("You lose least in the opening: 1.4 points"),
        "{least}"
    );
}

#[test]
fn mistakes_are_grouped_with_their_positions() {
    let report = report_on(60, |_, _| {});
    let groups = report.mistakes.by_count();
    let unguarded = report.mistakes.of(MistakeGroup::UnguardedPiece).unwrap();
    assert_eq!((unguarded.count, unguarded.games), (20, 20));
    assert_eq!(unguarded.places.len(), MAX_PLACES);
    let place = &unguarded.places[0];
    assert_eq!((place.game, &*place.mistake.san()), (2, "a3"));
    assert_eq!(report.mistakes.of(MistakeGroup::LostExchange), None);
    assert!(
        groups
            .windows(2)
            .all(|pair| pair[0].1.count >= pair[1].1.count)
    );
    let told = says(&report, "Frequent mistakes in 60 games: ").unwrap();
    assert!(told.contains("left pieces unguarded (20)"), "{told}");
    assert!(told.contains("allowed mate (20)"), "{told}");
}

#[test]
fn the_largest_losses_are_the_positions_shown() {
    let report = report_on(90, |index, game| {
        for mistake in &mut game.sides[0].mistakes {
            mistake.loss = 100 + index as u16;
        }
    });
    let places = &report
        .mistakes
        .of(MistakeGroup::UnguardedPiece)
        .unwrap()
        .places;
    let games: Vec<u32> = places.iter().map(|place| place.game).collect();
    let expected: Vec<u32> = (0..MAX_PLACES as u32).map(|place| 89 - 3 * place).collect();
    assert_eq!(games, expected);
}

#[test]
fn a_frequent_kind_is_named_alone_where_it_stands_out() {
    let report = report_on(30, |_, game| *game = results()[2].clone());
    assert_eq!(
        says(&report, "Your most frequent").as_deref(),
        Some("Your most frequent kind of mistake: left pieces unguarded, 30 times in 30 games.")
    );
}

#[test]
fn time_trouble_is_told_where_it_costs() {
    let with = |hurried: u32| {
        report_on(40, |index, game| {
            let side = &mut game.sides[0];
            let losses = |loss: u32| MoveLosses {
                moves: 10,
                loss: 10 * (loss + index % 3),
            };
            (side.in_trouble, side.with_time) = (losses(hurried), losses(20));
        })
    };
    assert_eq!(
        says(&with(60), "In time trouble").as_deref(),
        Some(
            "In time trouble you lose 6.1 points of winning chance per move, otherwise 2.1 points."
        )
    );
    assert_eq!(says(&with(20), "In time trouble"), None);
    assert_eq!(
        says(&report_on(6, |_, _| {}), "You played"),
        None,
        "two are too few"
    );
    let report = report_on(9, |_, _| {});
    assert!(says(&report, "Of your time you use 100 % in the opening").is_some());
    assert_eq!(
        says(&report, "You played").as_deref(),
        Some("You played 3 blunders in less than 2 seconds, with enough time on the clock.")
    );
}

#[test]
fn openings_are_those_of_a_colour_and_a_good_one_is_told() {
    let named = |game: &mut GameResult, name: &str, eco: &str| {
        game.opening = Some(PlayedOpening {
            eco: eco.to_owned(),
            name: name.to_owned(),
        });
    };
    let report = report_on(90, |index, game| {
        let index = index / 3;
        game.sides[0].color = Color::White;
        let (name, eco) = match index % 3 {
            0 => ("Italian Game: Giuoco Piano", "C53"),
            1 => ("Italian Game", "C50"),
            _ => ("Vienna Game: Falkbeer", "C26"),
        };
        named(game, name, eco);
        let wins = index % 3 == 2 || index == 0;
        game.end = GameEnd::Win(if wins { Color::White } else { Color::Black });
    });
    let openings = report.openings.of(Color::White);
    assert_eq!(openings.len(), 2);
    assert_eq!(openings[0].family, "Italian Game");
    assert_eq!(openings[0].eco, ["C50", "C53"]);
    assert_eq!(openings[0].score.games(), 60);
    assert!(report.openings.of(Color::Black).is_empty());
    assert_eq!(
        report.openings.best(Color::White).unwrap().family,
        "Vienna Game"
    );
    assert_eq!(
        report.openings.worst(Color::White).unwrap().family,
        "Italian Game"
    );
    assert_eq!(
        says(&report, "With White you score best").as_deref(),
        Some(
            "With White you score best in the Vienna Game: 100 % of the points in 30 games, against 37 % in all."
        )
    );
    // Two games are too few for a best one, and one opening has nothing to be better than.
    let few = report_on(2, |_, _| {});
    assert_eq!(few.openings.best(Color::White), None);
}

#[test]
fn a_colour_is_better_where_it_is_so_by_more_than_chance() {
    let with = |wins: u32| {
        report_on(120, |index, game| {
            let color = if index < 60 {
                Color::White
            } else {
                Color::Black
            };
            game.sides[0].color = color;
            let won = index % 10 < if color == Color::White { wins } else { 4 };
            game.end = GameEnd::Win(if won { color } else { !color });
        })
    };
    assert_eq!(
        says(&with(7), "You score better").as_deref(),
        Some("You score better with White: 70 % of the points, against 40 % with Black.")
    );
    assert_eq!(says(&with(5), "You score better"), None);
}

#[test]
fn without_games_nothing_is_said() {
    assert_eq!(GamesReport::default().sentences(), Vec::<String>::new());
}

#[test]
fn a_mistake_is_grouped_by_what_it_allowed_then_by_what_it_missed_then_by_a_place() {
    use engine::explain::ClaimKind::{Blockades, Castles, Fork, LessGood, Outpost, Skewers, Wins};
    let mistake = results()[0].sides[0].mistakes[0].clone();
    let group = |allowed, missed| {
        MistakeGroup::of(&GameMistake {
            allowed,
            missed,
            ..mistake.clone()
        })
    };
    for (allowed, missed, expected) in [
        (Some(Wins), Some(Fork), MistakeGroup::LostExchange),
        (Some(Skewers), None, MistakeGroup::OverlookedTactic),
        (Some(Outpost), Some(Fork), MistakeGroup::MissedFork),
        (Some(Outpost), None, MistakeGroup::AllowedPlace),
        (Some(LessGood), Some(Castles), MistakeGroup::MissedPlace),
        (None, Some(Blockades), MistakeGroup::MissedDefence),
        (None, Some(LessGood), MistakeGroup::Other),
        (None, None, MistakeGroup::Other),
    ] {
        assert_eq!(group(allowed, missed), expected, "{allowed:?} {missed:?}");
    }
    let mut names: Vec<&str> = MistakeGroup::NAMED.iter().map(|one| one.name()).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), MistakeGroup::NAMED.len());
}
