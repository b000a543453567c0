//! How often the search's bets hold, rule by rule, and what those that fail cost.

use std::collections::BTreeMap;

use engine::eval::EvalConfig;
use engine::player::{Calculator, NeverStop, StoppedClock};
use engine::rules::{Game, Move};
use engine::search::{
    Bet, BetVerdict, ChosenRules, Parameters, Recorder, ReplacedScore, Score, SearchLimits,
    SearchRule, TreeRecorder,
};
use rand::seq::SliceRandom as _;

/// The size of all tables, MB.
const HASH_MB: u32 = 16;
/// Scores beyond it count as this, centipawns: a mate is no number of pawns.
const DECIDED: i32 = 1_000;

/// How bets are checked.
#[derive(Clone, Debug)]
pub struct BetSurvey {
    pub eval_config: EvalConfig,
    /// Depth of each search, plies.
    pub depth: u8,
    /// Bets of each rule that are checked in each search, drawn by lot.
    pub sample: usize,
    /// Nodes that the check of a bet may take.
    pub nodes: u64,
}

/// What became of the bets of a rule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BetCounts {
    /// Bets that the searches made.
    pub made: u64,
    /// Bets that were checked, with or without a verdict.
    pub drawn: u64,
    pub held: u64,
    pub failed: u64,
    /// Failed bets with which the search ends with another score.
    pub with_cost: u64,
    /// Failed bets with which it ends with another move.
    pub other_move: u64,
    /// Sum of what they change the root's score by, centipawns.
    pub cost: u64,
}

impl BetCounts {
    /// A bet that failed; the moves and scores of the searches with and without it.
    fn add_failed(&mut self, plain: (Option<Move>, i32), corrected: (Option<Move>, i32)) {
        self.failed += 1;
        self.other_move += u64::from(corrected.0 != plain.0);
        self.with_cost += u64::from(corrected.1 != plain.1);
        self.cost += u64::from(corrected.1.abs_diff(plain.1));
    }

    fn add(&mut self, other: &BetCounts) {
        self.made += other.made;
        self.drawn += other.drawn;
        self.held += other.held;
        self.failed += other.failed;
        self.with_cost += other.with_cost;
        self.other_move += other.other_move;
        self.cost += other.cost;
    }
}

/// The counts by the rules' places in [`SearchRule::ALL`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BetTable(BTreeMap<usize, BetCounts>);

impl BetTable {
    /// The rules that bet, with their counts.
    pub fn by_rule(&self) -> impl Iterator<Item = (SearchRule, BetCounts)> {
        self.0
            .iter()
            .map(|(&place, &counts)| (SearchRule::ALL[place], counts))
    }

    /// Adds the counts of other searches.
    pub fn add(&mut self, other: &BetTable) {
        for (&place, counts) in &other.0 {
            self.0.entry(place).or_default().add(counts);
        }
    }
}

impl BetSurvey {
    /// Searches a position and checks bets drawn by `seed`.
    #[must_use]
    pub fn run(&self, game: &Game, seed: u64) -> BetTable {
        let mut rng = engine::rng(seed);
        let mut player = Calculator::new(HASH_MB);
        player.set_eval(self.eval_config.clone());
        let mut recorder = TreeRecorder::new(usize::MAX);
        let plain = self.search(&mut player, game, &mut recorder);
        let tree = recorder.into_tree();
        let mut judge = Calculator::new(1);
        judge.set_eval(self.eval_config.clone());
        let rules = ChosenRules::new(Parameters::SHIPPED);
        let mut checker = judge.bet_checker(game, rules, HASH_MB);
        let mut by_rule: BTreeMap<usize, Vec<Bet>> = BTreeMap::new();
        for bet in tree.bets() {
            by_rule.entry(bet.rule as usize).or_default().push(bet);
        }
        let mut table = BetTable::default();
        for (place, mut bets) in by_rule {
            let counts = table.0.entry(place).or_default();
            counts.made = bets.len() as u64;
            let (drawn, _) = bets.partial_shuffle(&mut rng, self.sample);
            for &mut bet in drawn {
                counts.drawn += 1;
                match checker.check(&tree, bet, self.nodes, &StoppedClock, &NeverStop) {
                    BetVerdict::Held => counts.held += 1,
                    BetVerdict::Unchecked => {}
                    BetVerdict::Failed { visit, replacement } => {
                        let replaced = ReplacedScore::new(visit, replacement);
                        let found = self.search(&mut player, game, replaced);
                        counts.add_failed(plain, found);
                    }
                }
            }
        }
        table
    }

    /// The move and its score, centipawns.
    fn search<T: Recorder>(
        &self,
        player: &mut Calculator,
        game: &Game,
        recorder: T,
    ) -> (Option<Move>, i32) {
        let limits = SearchLimits::depth(self.depth);
        let decision = player.trace_by_limits(game, &limits, recorder);
        let score = decision.lines.first().map_or(0, |line| match line.score {
            Score::Cp(cp) => cp.clamp(-DECIDED, DECIDED),
            Score::Mate(moves) if moves > 0 => DECIDED,
            Score::Mate(_) => -DECIDED,
        });
        (decision.mv, score)
    }
}

#[cfg(test)]
mod tests {
    use engine::eval::Evaluation;

    use super::*;

    #[test]
    fn most_bets_hold_and_every_drawn_one_is_counted_once() {
        let survey = BetSurvey {
            eval_config: Evaluation::Tuned.into(),
            depth: 7,
            sample: 60,
            nodes: 20_000,
        };
        let game =
            Game::from_fen("r1bqk2r/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQkq - 2 8");
        let game = game.unwrap();
        let table = survey.run(&game, 1);
        assert_eq!(table, survey.run(&game, 1));
        let rules: Vec<_> = table.by_rule().map(|(rule, _)| rule).collect();
        for rule in [
            SearchRule::LateMove,
            SearchRule::ReverseFutility,
            SearchRule::LateMoveReduction,
        ] {
            assert!(rules.contains(&rule), "{rules:?}");
        }
        let mut all = BetCounts::default();
        for (rule, counts) in table.by_rule() {
            let drawn = counts.made.min(survey.sample as u64);
            assert_eq!(counts.drawn, drawn, "{}", rule.name());
            assert!(counts.held + counts.failed <= counts.drawn);
            assert!(counts.with_cost.max(counts.other_move) <= counts.failed);
            all.add(&counts);
        }
        assert!(all.held > 8 * all.failed && all.failed > 0, "{all:?}");
        let mut twice = table.clone();
        twice.add(&table);
        let made = |table: &BetTable| table.by_rule().map(|(_, counts)| counts.made).sum::<u64>();
        assert_eq!(made(&twice), 2 * made(&table));
    }
}
