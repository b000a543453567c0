//! The games of a tournament, counted.

use std::collections::BTreeSet;
use std::sync::Arc;

use engine::rules::Color;
use lab::arena::{
    Encounter, MatchStats, PairRecord, Rating, Ratings, Schedule, SideResult, SprtDecision,
};

use super::{PlayedGame, TournamentPlan};

/// A tournament with the games that were played so far.
#[derive(Debug, Clone)]
pub struct Tournament {
    plan: TournamentPlan,
    /// By number.
    games: Vec<Option<Arc<PlayedGame>>>,
    /// How many were played.
    played: u32,
    /// Each player against each other one, row by row.
    results: Vec<Results>,
    /// The count of pairs, for each pairing.
    counts: Vec<Schedule>,
}

/// Results of one player.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Results {
    pub wins: u32,
    pub draws: u32,
    pub losses: u32,
}

/// A player's place in the table.
#[derive(Debug, Clone, PartialEq)]
pub struct Standing {
    /// Index of the entrant.
    pub player: usize,
    pub results: Results,
    /// Against each entrant; `None` for itself.
    pub against: Vec<Option<Results>>,
    /// Over the mean of all players, from the pairs that are complete, and all before
    /// them; `None` before the first.
    pub rating: Option<Rating>,
}

impl Results {
    #[must_use]
    pub fn games(self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Points; a draw is half a point.
    #[must_use]
    pub fn points(self) -> f64 {
        f64::from(self.wins) + f64::from(self.draws) / 2.0
    }

    fn add(&mut self, result: SideResult) {
        match result {
            SideResult::Win => self.wins += 1,
            SideResult::Draw => self.draws += 1,
            SideResult::Loss => self.losses += 1,
        }
    }
}

impl Tournament {
    /// A tournament in which nothing was played. The plan has been [checked](TournamentPlan::check).
    #[must_use]
    pub fn new(plan: TournamentPlan) -> Self {
        let pairings = plan.pairings().len();
        let players = plan.entrants.len();
        Self {
            played: 0,
            results: vec![Results::default(); players * players],
            games: vec![None; plan.games() as usize],
            counts: vec![Schedule::new(plan.pairs, plan.test()); pairings],
            plan,
        }
    }

    #[must_use]
    pub fn plan(&self) -> &TournamentPlan {
        &self.plan
    }

    /// The games played, by their numbers.
    pub fn games(&self) -> impl Iterator<Item = &Arc<PlayedGame>> {
        self.games.iter().flatten()
    }

    /// How many were played.
    #[must_use]
    pub fn played(&self) -> u32 {
        self.played
    }

    /// Takes a game in; whether it is one of this tournament that was not there.
    pub fn record(&mut self, game: PlayedGame) -> bool {
        let number = game.number;
        match self.games.get_mut(number as usize) {
            Some(place @ None) => *place = Some(Arc::new(game)),
            _ => return false,
        }
        self.played += 1;
        let slot = self.plan.slot(number);
        self.add_results(number, slot.players);
        // The other game of the pair.
        let first = number - u32::from(slot.is_return_game);
        let pair = [first, first + 1].map(|number| self.games[number as usize].clone());
        if let [Some(game), Some(return_game)] = pair {
            self.counts[slot.pairing].record(PairRecord {
                index: slot.round,
                games: [game.record(Color::White), return_game.record(Color::Black)],
            });
        }
        true
    }

    fn add_results(&mut self, number: u32, [white, black]: [usize; 2]) {
        let Some(game) = self.games[number as usize].clone() else {
            return;
        };
        let players = self.plan.entrants.len();
        for (side, place) in [
            (Color::White, white * players + black),
            (Color::Black, black * players + white),
        ] {
            self.results[place].add(game.record(side).result);
        }
    }

    /// The latest games of the plan that were played, at most so many, the latest first.
    pub fn latest(&self, most: usize) -> impl Iterator<Item = &Arc<PlayedGame>> {
        self.games.iter().rev().flatten().take(most)
    }

    /// A game by its number, if it was played.
    #[must_use]
    pub fn game(&self, number: u32) -> Option<&Arc<PlayedGame>> {
        self.games.get(number as usize)?.as_ref()
    }

    /// The next game to play but those in progress; `None` when the rest is being played, or the test
    /// has decided.
    #[must_use]
    pub fn next_game(&self, in_progress: &BTreeSet<u32>) -> Option<u32> {
        if self.decision().is_some() {
            return None;
        }
        let open =
            |number: &u32| self.games[*number as usize].is_none() && !in_progress.contains(number);
        (0..self.plan.games()).find(open)
    }

    /// Whether nothing is left to play.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.next_game(&BTreeSet::new()).is_none()
    }

    /// The count of complete pairs between the first two players, in the view of the first one.
    #[must_use]
    pub fn stats(&self) -> &MatchStats {
        self.counts[0].stats()
    }

    /// The test's log-likelihood ratio between its bounds, if there is a test.
    #[must_use]
    pub fn likelihood(&self) -> Option<(f64, [f64; 2])> {
        let test = self.counts[0].sprt()?;
        let ratio = test.log_likelihood_ratio(&self.stats().pentanomial);
        Some((ratio, test.bounds()))
    }

    /// The test's decision, if there is a test and it has ended.
    #[must_use]
    pub fn decision(&self) -> Option<SprtDecision> {
        self.counts[0].decision()
    }

    /// How much stronger the first of two players is; `None` before the first pair, or of more players.
    #[must_use]
    pub fn difference(&self) -> Option<Rating> {
        let is_match = self.plan.entrants.len() == 2 && self.stats().games() > 0;
        is_match.then(|| self.ratings().difference(0, 1))
    }

    fn ratings(&self) -> Ratings {
        let pairings = self.plan.pairings().into_iter();
        let encounters: Vec<Encounter> = pairings
            .zip(&self.counts)
            .map(|(players, count)| Encounter {
                players,
                pentanomial: count.stats().pentanomial,
            })
            .collect();
        Ratings::new(self.plan.entrants.len(), &encounters)
    }

    /// The table, best first: by points of the games played, then by rating, then as entered.
    #[must_use]
    pub fn standings(&self) -> Vec<Standing> {
        let players = self.plan.entrants.len();
        let mut table: Vec<Standing> = (0..players)
            .map(|player| {
                let against = &self.results[player * players..(player + 1) * players];
                let sum = |count: fn(&Results) -> u32| against.iter().map(count).sum();
                Standing {
                    player,
                    results: Results {
                        wins: sum(|results| results.wins),
                        draws: sum(|results| results.draws),
                        losses: sum(|results| results.losses),
                    },
                    against: (0..players)
                        .map(|other| (other != player).then_some(against[other]))
                        .collect(),
                    rating: None,
                }
            })
            .collect();
        let ratings = self.ratings();
        let pairings = self.plan.pairings();
        for standing in &mut table {
            let mut counts = pairings.iter().zip(&self.counts);
            let has_pair = counts.any(|(players, count)| {
                players.contains(&standing.player) && count.stats().games() > 0
            });
            standing.rating = has_pair.then(|| ratings.rating(standing.player));
        }
        let share = |standing: &Standing| {
            standing.results.points() / f64::from(standing.results.games().max(1))
        };
        let elo = |standing: &Standing| standing.rating.map_or(0.0, |rating| rating.elo);
        table.sort_by(|a, b| {
            share(b)
                .total_cmp(&share(a))
                .then(elo(b).total_cmp(&elo(a)))
                .then(a.player.cmp(&b.player))
        });
        table
    }
}
