//! The content of the thinking panel: the reason of the last move, a line for each depth, the visits
//! of a tree search, and the answer to "Why not…?".

use client::play::{
    DepthLine, Explanation, LinePreview, PendingExplanation, PlayEvent, PlayState, Players,
};
use client::theatre::{TraceSetup, fragment};
use client::worker::codec::decode;
use engine::explain::{Facts, why, why_not};
use engine::rules::{Game, Move, Position, san};
use leptos::prelude::*;

use super::line_moves::LineMoves;
use super::own_move::own_move;
use super::proof_steps::{ProofButton, ProofSteps, ProofView};
use super::root_moves::RootMoves;
use super::seen_moves::SeenMovesList;
use super::thinking::PEOPLE;
use super::threat::{ThreatButton, ThreatView};
use super::tree_moves::ExploredMoves;
use crate::components::shared::format::{counted, score, seconds, short_count};
use crate::controllers::play::PlayController;
use crate::routes::THEATRE;

/// A position and moves from there, to be previewed on the board.
type PreviewLine = (Position, Vec<Move>);

/// The panel's content.
pub fn search_details(play: PlayController) -> AnyView {
    let lines = play.read_search(shown_lines);
    let root = play.read(|state| state.search_view.as_ref().map(|thought| thought.root));
    let now = play.read_search(current_root_move);
    let sentence = play.read(sentence);
    let level_note = play.read_search(level_note);
    let theatre = play.read(theatre_address);
    let proof = ProofView::new(play);
    let threat = ThreatView::new(play);
    view! {
        <p class="why">{move || sentence.get()}</p>
        <div class="reason-tools">
            <ProofButton view=proof />
            <ThreatButton threat />
            <a href=move || theatre.get() hidden=move || theatre.with(Option::is_none)>
                "Watch this search in the theatre"
            </a>
        </div>
        <ProofSteps view=proof />
        {own_move(play)}
        <p class="guess" role="status" hidden=move || threat.text().is_none()>
            {move || threat.text()}
        </p>
        <WhyNot play />
        <div class="root-move figures">
            <span>{move || now.with(|(number, _)| number.clone())}</span>
            <strong>{move || now.with(|(_, mv)| mv.clone())}</strong>
            <Reply play />
        </div>
        <div class="course">
            <p class="guess empty" hidden=move || level_note.with(String::is_empty)>
                {move || level_note.get()}
            </p>
            <SeenMovesList play />
            <ExploredMoves play />
            <RootMoves play />
            <ol class="depths figures">
                <ForEnumerate
                    each=move || lines.get()
                    key=|line| (line.depth, line.nodes, line.pv.clone())
                    children=move |row, line| depth_line(play, root, row, line)
                />
            </ol>
        </div>
    }
    .into_any()
}

/// The theatre with the position of the engine's latest move.
fn theatre_address(state: &PlayState) -> Option<String> {
    let (before, engine) = state.last_engine_turn()?;
    let setup = TraceSetup::of_game(&state.game, before, engine.strategy);
    Some(format!("{THEATRE}#{}", fragment(&setup, None, None)))
}

/// The line of a depth. New ones are inserted at the top; the others move by a transform, without a
/// layout.
fn depth_line(
    play: PlayController,
    root: Memo<Option<Position>>,
    row: ReadSignal<usize>,
    line: DepthLine,
) -> impl IntoView {
    let mut work = match line.simulations {
        Some(simulations) => counted(simulations, "simulation"),
        None => counted(line.nodes, "position"),
    };
    // A search that is too short to measure has no speed.
    if line.nps > 0 {
        let (time, speed) = (seconds(line.time_ms), short_count(line.nps));
        work.push_str(&format!(" \u{b7} {time} \u{b7} {speed}/s"));
    }
    let preview = root.get_untracked().map(|root| (root, line.moves));
    view! {
        <li style=("--row", move || row.get().to_string())>
            <span class="depth" title="Depth">
                {line.depth.to_string()}
            </span>
            <span class="score">{score(line.score)}</span>
            <Variation play preview sans=line.pv />
            <span class="nodes">{work}</span>
        </li>
    }
    .into_any()
}

/// The moves of a line, with previews.
#[component]
fn Variation(
    play: PlayController,
    preview: Option<PreviewLine>,
    sans: Vec<String>,
) -> impl IntoView {
    let preview = StoredValue::new(preview);
    let show = move |plies: usize| {
        let line = preview.try_with_value(|preview| {
            let (root, moves) = preview.as_ref()?;
            LinePreview::after(*root, moves.get(..plies)?)
        });
        play.dispatch(PlayEvent::Preview(line.flatten().map(Box::new)));
    };
    let hide = move || play.dispatch(PlayEvent::Preview(None));
    let look = move |plies: Option<usize>| plies.map_or_else(hide, show);
    view! { <LineMoves sans=Signal::stored(sans) on_look=look on_press=show /> }
}

/// The lines, the deepest first. Once the move is made only its first move is shown: the rest would
/// reveal the expected reply.
fn shown_lines(state: &PlayState) -> Vec<DepthLine> {
    let Some(thought) = &state.search_view else {
        return Vec::new();
    };
    let folded = reply_is_folded(state);
    let fold = |line: &DepthLine| {
        let mut line = line.clone();
        if folded && line.pv.len() > 1 {
            line.pv.truncate(1);
            line.moves.truncate(1);
        }
        line
    };
    thought.lines.iter().rev().map(fold).collect()
}

fn reply_is_folded(state: &PlayState) -> bool {
    state
        .search_view
        .as_ref()
        .is_some_and(|thought| thought.finished)
        && !state.reply_shown
        && state.outcome().is_none()
}

/// A note that the scores are a low level's: the evaluation panel shows the sound one.
fn level_note(state: &PlayState) -> String {
    let thought = state.search_view.as_ref();
    let scored = thought.is_some_and(|thought| !thought.lines.is_empty());
    match state.noisy_strength().filter(|_| scored) {
        Some(strength) => format!("The scores are my guess at level {strength}."),
        None => String::new(),
    }
}

/// The reason of the move on the board; between two people, the purpose of the panel.
fn sentence(state: &PlayState) -> String {
    match (state.shown_explanation(), state.players) {
        (Some(reason), _) => reason.to_owned(),
        (None, Players::TwoPeople) => PEOPLE.to_owned(),
        (None, _) => String::new(),
    }
}

/// The root move being searched, and its number among all.
fn current_root_move(state: &PlayState) -> (String, String) {
    let Some(thought) = state.search_view.as_ref() else {
        return Default::default();
    };
    match thought.root_moves.last() {
        Some(found) if !thought.finished => (
            format!(
                "Depth {}, move {} of {}",
                found.depth, found.number, found.of
            ),
            san::write(&thought.root, found.mv),
        ),
        _ => match thought.live_line() {
            Some(line) if thought.finished => ("Chose".to_owned(), line.best),
            Some(line) => ("Leaning to".to_owned(), line.best),
            None => Default::default(),
        },
    }
}

/// The button that reveals the expected reply.
#[component]
fn Reply(play: PlayController) -> impl IntoView {
    let can_show = play.read(|state| {
        state.search_view.as_ref().is_some_and(|thought| {
            thought.finished && thought.live_line().is_some_and(|line| line.reply.is_some())
        })
    });
    let shown = play.read(|state| state.reply_shown);
    view! {
        <button
            type="button"
            class="button quiet"
            hidden=move || !can_show.get()
            aria-pressed=move || shown.get().to_string()
            on:click=move |_| play.dispatch(PlayEvent::ShowReply(!shown.get_untracked()))
        >
            {move || if shown.get() { "Hide what I expect" } else { "Show what I expect" }}
        </button>
    }
}

/// The answer about a doubted move, with its line.
#[derive(Clone, PartialEq, Eq)]
struct WhyNotAnswer {
    /// The doubted move, in SAN.
    mv: String,
    text: String,
    preview: PreviewLine,
    sans: Vec<String>,
}

/// "Why not…?": the next move on the board is answered instead of played.
#[component]
fn WhyNot(play: PlayController) -> impl IntoView {
    let can = play.read(|state| state.can_ask_why_not() || state.asking_why_not);
    let asking = play.read(|state| state.asking_why_not);
    let answer = play.read(answer);
    let text = move || match (asking.get(), answer.get()) {
        (true, _) => "Try another move for you. It won\u{2019}t count.".to_owned(),
        (false, Some(answer)) => format!("Why not {}? {}", answer.mv, answer.text),
        (false, None) => String::new(),
    };
    let line = move || {
        let WhyNotAnswer { preview, sans, .. } = answer.get()?;
        Some(view! { <Variation play preview=Some(preview) sans /> })
    };
    view! {
        <div class="why-not">
            <button
                type="button"
                class="button quiet"
                aria-pressed=move || asking.get().to_string()
                disabled=move || !can.get()
                on:click=move |_| play.dispatch(PlayEvent::AskWhyNot(!asking.get_untracked()))
            >
                "Why not\u{2026}?"
            </button>
            <span role="status">{text}</span>
            {line}
        </div>
    }
}

fn answer(state: &PlayState) -> Option<WhyNotAnswer> {
    let doubt = state.questioned_move.as_ref()?;
    let line = doubt.line.as_ref()?;
    let root = *state.game.position();
    let best = state.best_score().unwrap_or(line.score);
    let sans = wire::search::answer::pv_text(&root, &line.pv).san;
    Some(WhyNotAnswer {
        mv: san::write(&root, doubt.mv),
        text: why_not(&state.game, doubt.mv, line, best).text,
        preview: (root, line.pv.clone()),
        sans,
    })
}

/// Computes the reason of each of the engine's moves; shows nothing.
pub fn explainer(play: PlayController) -> AnyView {
    let unexplained = play.read(PlayState::pending_explanation);
    Effect::new(move |_| {
        let Some(PendingExplanation {
            ply,
            decision,
            earlier,
            sound,
        }) = unexplained.get()
        else {
            return;
        };
        let explanation = play.with_untracked(|state| {
            let mut game = Game::from_position(*state.game.start());
            for &mv in &state.game.moves()[..ply] {
                game.play(mv).ok()?;
            }
            let earlier_kinds: Vec<_> = state
                .explanations
                .values()
                .filter_map(|explanation| explanation.kind)
                .collect();
            let reason = why(&Facts {
                game: &game,
                decision: &decision,
                earlier: earlier.as_ref(),
                sound: decode(&sound).ok().as_ref(),
                said: &earlier_kinds,
            })?;
            Some(Explanation {
                kind: Some(reason.kind()),
                text: reason.text,
                proof_text: reason.proof.to_text(),
            })
        });
        if let Some(explanation) = explanation {
            play.dispatch(PlayEvent::Explained {
                ply,
                said: explanation,
            });
        }
    });
    ().into_any()
}
