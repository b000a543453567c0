//! How well a rating finds players of known strength.

use engine::player::Strength;
use engine::rating::{MoveLosses, RatedGame, RatedResult, Rating, expected_score};
use rand::{Rng, RngExt};

/// Players of a kind; each meets the strength that its rating names, game after game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlayerKind {
    /// As strong in each game, with losses as the levels have them.
    Steady,
    /// The same; the moves lose half as much again as the levels' do.
    Careless,
    /// The same; the moves lose a third less.
    Careful,
    /// Stronger by 15 Elo after each game.
    Improving,
    /// Gives up every third game at once.
    GivesUp,
    /// Loses the first ten games on purpose, by moves that lose much.
    LosesOnPurpose,
}

/// What a rating is worth after so many games.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RatingCheck {
    /// Mean of rating less strength, Elo.
    pub bias: f64,
    /// Root of the mean square of that, Elo.
    pub spread: f64,
    /// Share of the players within the interval of nine tenths.
    pub coverage: f64,
    /// Share of the players for whom the next opponent lets one expect 45 to 55 %, by their strength.
    pub even: f64,
    /// The same, 35 to 65 %.
    pub nearly_even: f64,
    /// Share for whom the rating itself expects 45 to 55 %.
    pub meant_even: f64,
}

impl PlayerKind {
    /// All kinds.
    pub const ALL: [PlayerKind; 6] = [
        PlayerKind::Steady,
        PlayerKind::Careless,
        PlayerKind::Careful,
        PlayerKind::Improving,
        PlayerKind::GivesUp,
        PlayerKind::LosesOnPurpose,
    ];

    fn loss_factor(self, game: u32) -> f64 {
        match self {
            PlayerKind::Careless => 1.5,
            PlayerKind::Careful => 0.67,
            PlayerKind::LosesOnPurpose if game < ON_PURPOSE => 4.0,
            _ => 1.0,
        }
    }

    fn elo(self, first: f64, game: u32) -> f64 {
        match self {
            PlayerKind::Improving => first + 15.0 * f64::from(game),
            _ => first,
        }
    }
}

/// Games that are lost on purpose.
const ON_PURPOSE: u32 = 10;
/// The strengths of the players, Elo, evenly drawn.
const ELOS: std::ops::Range<f64> = 250.0..2_000.0;
/// Moves of a game that count.
const MOVES: std::ops::RangeInclusive<u16> = 12..=45;
/// Share of a player's moves that lose nothing.
const BEST_MOVES: f64 = 0.5;

/// Plays games of so many players of a kind, and checks their ratings after each of these numbers of games,
/// ascending.
#[must_use]
pub fn check_ratings(kind: PlayerKind, players: u32, seed: u64, after: &[u32]) -> Vec<RatingCheck> {
    let mut rng = engine::rng(seed);
    let mut checks = vec![RatingCheck::default(); after.len()];
    for _ in 0..players {
        let first = rng.random_range(ELOS);
        let mut rating = Rating::default();
        let mut game = 0;
        for (&games, check) in after.iter().zip(&mut checks) {
            while game < games {
                let elo = kind.elo(first, game);
                rating = rating.after(&play(kind, elo, game, rating.strength(), &mut rng));
                game += 1;
            }
            check.add(rating, kind.elo(first, game));
        }
    }
    let mean = |check: RatingCheck| check.divided_by(f64::from(players.max(1)));
    checks.into_iter().map(mean).collect()
}

/// A game against an opponent: a result by the difference in strength, and losses move by move.
fn play(
    kind: PlayerKind,
    elo: f64,
    game: u32,
    opponent: Strength,
    rng: &mut impl Rng,
) -> RatedGame {
    let mut rated = RatedGame {
        opponent,
        result: RatedResult::Lost,
        moves: 1,
        losses: MoveLosses::default(),
    };
    if kind == PlayerKind::GivesUp && game % 3 == 2 {
        return rated;
    }
    rated.moves = rng.random_range(MOVES);
    let is_on_purpose = kind == PlayerKind::LosesOnPurpose && game < ON_PURPOSE;
    if !is_on_purpose {
        rated.result = result(elo - f64::from(opponent.elo()), rng);
    }
    // What the levels' moves lose at this strength, more in one game and less in another.
    let usual = (mean_loss(elo) * kind.loss_factor(game)).max(0.05);
    let in_game = usual * (0.3 * normal(rng)).exp();
    for _ in 0..rated.moves {
        let is_best = rng.random_bool(BEST_MOVES);
        let lost = -rng.random_range(f64::MIN_POSITIVE..1.0).ln() * in_game / (1.0 - BEST_MOVES);
        rated.losses.add(if is_best { 0.0 } else { lost });
    }
    rated
}

/// The mean loss of levels by their Elo, points, between those that `ponder errors` found of levels 1 to 7.
fn mean_loss(elo: f64) -> f64 {
    const MEASURED: [(f64, f64); 7] = [
        (210.0, 13.0),
        (430.0, 10.3),
        (580.0, 6.4),
        (780.0, 4.6),
        (1_210.0, 3.7),
        (1_590.0, 2.3),
        (1_800.0, 1.4),
    ];
    let upper = MEASURED.partition_point(|(known, _)| *known < elo);
    let upper = upper.clamp(1, MEASURED.len() - 1);
    let [(low, loss), (high, next)] = [MEASURED[upper - 1], MEASURED[upper]];
    let share = (elo - low) / (high - low);
    (loss.ln() + share * (next / loss).ln()).exp()
}

/// Wins, draws and losses around the expected score, with a tenth of draws.
fn result(elo: f64, rng: &mut impl Rng) -> RatedResult {
    let expected = expected_score(elo);
    let drawn = 0.1_f64.min(expected).min(1.0 - expected);
    let lot = rng.random_range(0.0..1.0);
    match lot {
        _ if lot < expected - drawn / 2.0 => RatedResult::Won,
        _ if lot < expected + drawn / 2.0 => RatedResult::Drawn,
        _ => RatedResult::Lost,
    }
}

/// Normally distributed, with deviation 1 (R. W. Hamming's sum of twelve).
fn normal(rng: &mut impl Rng) -> f64 {
    (0..12).map(|_| rng.random_range(-0.5..0.5)).sum()
}

impl RatingCheck {
    fn add(&mut self, rating: Rating, elo: f64) {
        let off = rating.elo - elo;
        let opponent = rating.strength();
        let truly = expected_score(elo - f64::from(opponent.elo()));
        let is = |is_so: bool| f64::from(u8::from(is_so));
        let is_within = |score: f64, reach: f64| is((score - 0.5).abs() <= reach);
        self.bias += off;
        self.spread += off * off;
        self.coverage += is(off.abs() <= Rating::NINE_TENTHS * rating.deviation());
        self.even += is_within(truly, 0.05);
        self.nearly_even += is_within(truly, 0.15);
        self.meant_even += is_within(rating.expected(opponent), 0.05);
    }

    fn divided_by(self, players: f64) -> RatingCheck {
        RatingCheck {
            bias: self.bias / players,
            spread: (self.spread / players).sqrt(),
            coverage: self.coverage / players,
            even: self.even / players,
            nearly_even: self.nearly_even / players,
            meant_even: self.meant_even / players,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(kind: PlayerKind) -> [RatingCheck; 3] {
        let checks = check_ratings(kind, 400, 7, &[5, 10, 20]);
        checks.try_into().expect("three")
    }

    #[test]
    fn a_rating_finds_a_steady_player_and_knows_how_sure_it_is() {
        let checks = check(PlayerKind::Steady);
        for found in checks {
            assert!(found.bias.abs() < 110.0, "{found:?}");
            assert!((0.84..0.995).contains(&found.coverage), "{found:?}");
            assert!(found.meant_even > 0.8, "{found:?}");
        }
        assert!(
            checks.is_sorted_by(|one, next| one.spread > next.spread),
            "{checks:?}"
        );
        let last = checks[2];
        assert!(last.spread < 115.0 && last.bias.abs() < 40.0, "{last:?}");
    }

    #[test]
    fn careless_and_careful_players_are_found_by_their_results() {
        for kind in [PlayerKind::Careless, PlayerKind::Careful] {
            let found = check_ratings(kind, 400, 7, &[40])[0];
            assert!(found.bias.abs() < 130.0, "{kind:?}: {found:?}");
        }
    }

    #[test]
    fn who_improves_is_followed() {
        let found = check_ratings(PlayerKind::Improving, 400, 7, &[40])[0];
        assert!(found.bias > -150.0, "{found:?}");
    }

    #[test]
    fn games_that_are_given_up_at_once_do_not_count() {
        let [.., given_up] = check(PlayerKind::GivesUp);
        let [.., steady] = check(PlayerKind::Steady);
        assert!((given_up.bias - steady.bias).abs() < 30.0);
    }

    #[test]
    fn who_loses_on_purpose_falls_slowly_and_is_found_again() {
        let [_, lost, _] = check(PlayerKind::LosesOnPurpose);
        let later = check_ratings(PlayerKind::LosesOnPurpose, 400, 7, &[40])[0];
        assert!(lost.bias > -2_000.0, "{lost:?}");
        assert!(later.bias.abs() < lost.bias.abs() / 3.0, "{later:?}");
    }
}
