//! The same search with one part switched off after the other: what each is worth.

use engine::eval::{EvalConfig, Evaluation, SharedEval};
use engine::player::{Calculator, Control, Decision, Player as _};
use engine::rules::Move;
use engine::search::{ChosenRules, Parameters, Score, SearchLimits, SearchRule};
use serde::{Deserialize, Serialize};

use super::TraceSetup;
use crate::worker::SearchId;
use crate::worker::protocol::HASH_MB;

/// The most nodes of each search.
const MAX_SEARCH_NODES: u64 = 2_000_000;

/// A part of the search that can be switched off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum SearchSwitch {
    /// Nothing is off.
    Everything,
    Quiescence,
    /// The hand-made evaluation judges in place of the network.
    Network,
    Rule(SearchRule),
}

/// The switches in the order in which they are tried.
pub const SWITCHES: [SearchSwitch; 17] = [
    SearchSwitch::Everything,
    SearchSwitch::Rule(SearchRule::MoveOrdering),
    SearchSwitch::Rule(SearchRule::Table),
    SearchSwitch::Quiescence,
    SearchSwitch::Rule(SearchRule::NullMove),
    SearchSwitch::Rule(SearchRule::LateMoveReduction),
    SearchSwitch::Rule(SearchRule::LateMove),
    SearchSwitch::Rule(SearchRule::ReverseFutility),
    SearchSwitch::Rule(SearchRule::Futility),
    SearchSwitch::Rule(SearchRule::Razoring),
    SearchSwitch::Rule(SearchRule::Exchange),
    SearchSwitch::Rule(SearchRule::Delta),
    SearchSwitch::Rule(SearchRule::ProbCut),
    SearchSwitch::Rule(SearchRule::MultiCut),
    SearchSwitch::Rule(SearchRule::SingularExtension),
    SearchSwitch::Rule(SearchRule::CheckExtension),
    SearchSwitch::Network,
];

/// What a search with one part off has found.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct SwitchResult {
    pub off: SearchSwitch,
    pub mv: Option<Move>,
    /// Side to move.
    pub score: Option<Score>,
    /// The depth that was finished, plies; less than asked for where the nodes did not suffice.
    pub depth: u8,
    pub nodes: u64,
    pub time_ms: u64,
}

/// The trials of the search's switches.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SwitchTrials {
    /// The trials in progress.
    pub running: Option<SearchId>,
    /// In the order of [`SWITCHES`].
    pub results: Vec<SwitchResult>,
}

/// Searches once for each switch; `send` gets each result.
pub(super) fn try_switches(
    setup: &TraceSetup,
    network: Option<SharedEval>,
    control: &mut Control<'_>,
    send: &mut dyn FnMut(SwitchResult),
) {
    let Ok(game) = setup.game() else { return };
    let limits = SearchLimits {
        nodes: Some(MAX_SEARCH_NODES),
        ..SearchLimits::depth(setup.depth)
    };
    for off in SWITCHES {
        // By hand there is no network to switch off.
        if off == SearchSwitch::Network && setup.mind.evaluation() != Evaluation::Network {
            continue;
        }
        let mut rules = ChosenRules::new(Parameters::SHIPPED);
        let mut options = setup.options;
        let mut evaluation = setup.mind.evaluation();
        match off {
            SearchSwitch::Everything => {}
            SearchSwitch::Quiescence => options.quiescence = false,
            SearchSwitch::Network => evaluation = Evaluation::Tuned,
            SearchSwitch::Rule(rule) => rules = rules.without(rule),
        }
        let mut player = Calculator::new(HASH_MB).by_rules(rules);
        player.set_options(options);
        player.set_eval(EvalConfig {
            network: network.clone(),
            ..evaluation.into()
        });
        let begin = control.clock.now();
        let decision = player.choose(&game, &limits, control);
        if control.stop.is_set() {
            break;
        }
        let time_ms = (control.clock.now() - begin).as_millis() as u64;
        send(result(off, &decision, time_ms));
    }
}

fn result(off: SearchSwitch, decision: &Decision, time_ms: u64) -> SwitchResult {
    SwitchResult {
        off,
        mv: decision.mv,
        score: decision.lines.first().map(|line| line.score),
        depth: decision.depth,
        nodes: decision.nodes,
        time_ms,
    }
}
