//! `/characters`: opponents with names, their manners and figures of how they play. Only the server renders it:
//! a page of text needs no script.

use client::play::link::write_engine;
use client::settings::EngineSettings;
use engine::book::Style;
use engine::eval::PlayingStyle;
use engine::player::{CHARACTERS, Character, StrategyId};
use leptos::prelude::*;

use crate::components::Header;
use crate::components::shared::face::face;
use crate::routes::{LEARN, PLAY};

/// What was counted of a character's games, with the same of its opponents, which have all but the style; of what
/// both share, such as a game's length, with that of games between two of those.
struct Figure {
    what: &'static str,
    own: f64,
    others: f64,
}

/// What a character is like.
struct Portrait {
    /// In its own words.
    lines: [&'static str; 3],
    /// Points of 200 games against its opponents, percent.
    score: f64,
    figures: [Figure; 2],
}

const fn figure(what: &'static str, own: f64, others: f64) -> Figure {
    Figure { what, own, others }
}

/// The page.
#[component]
pub fn Characters() -> impl IntoView {
    view! {
        <Header />
        <main id="main" class="guide characters-page">
            <h1>"Six characters"</h1>
            <p>
                "Each is a mind at one of its levels with a liking of its own, which it follows between moves that are about equally good. Whether that shows was counted: beside each figure stands that of the same mind at the same level without the liking, its opponent in 200 games from random openings; where both share the figure, that of two without it."
            </p>
            <div class="character-cards">{CHARACTERS.iter().map(card).collect_view()}</div>
            <p>
                "Any mind that searches can have one of the six styles: choose it in the settings beside the board once a game has begun, in the " <a href="/api">"API"</a>
                ", or in a chess program over UCI. How minds and levels work stands in the "
                <a href=LEARN>"guide"</a> "."
            </p>
        </main>
    }
}

fn card(character: &Character) -> impl IntoView + use<> {
    let portrait = portrait(character.style);
    let title = format!("{}-title", character.id());
    let engine = write_engine(&EngineSettings::from(*character));
    let address = format!("{PLAY}#white=you&black={engine}");
    view! {
        <article class="character-card" aria-labelledby=title>
            {face(character)}
            <div class="introduction">
                <h2 id=title.clone()>{character.name}</h2>
                <p class="made-of">{made_of(character)}</p>
            </div>
            <blockquote>
                {portrait.lines.map(|line| view! { <p>{line}</p> }).collect_view()}
            </blockquote>
            <dl>{portrait.figures.iter().map(bars).collect_view()}</dl>
            <p class="score">
                "Against the same without its style: " <strong>{format!("{:.1} %", portrait.score)}</strong> " of the points."
            </p>
            <a class="button primary" href=address>
                {format!("Play {}", character.name)}
            </a>
        </article>
    }
}

/// "Ponder, level 4, gambiteer, aggressive openings".
fn made_of(character: &Character) -> String {
    let mind = character.strategy.strategy().name;
    let (strength, style) = (character.strength(), character.style);
    let mut text = format!("{mind} \u{b7} level {strength} \u{b7} {style}");
    if character.strategy == StrategyId::Ponder {
        let book = match character.book {
            Some(Style::Standard) => " \u{b7} usual openings",
            Some(Style::Aggressive) => " \u{b7} gambits from its book",
            Some(Style::Defensive) => " \u{b7} quiet openings",
            None => "",
        };
        text.push_str(book);
    }
    text
}

/// Two bars of one scale, the character's above that of the others.
fn bars(figure: &Figure) -> impl IntoView + use<> {
    let whole = 1.15 * figure.own.max(figure.others);
    let width = |value: f64| format!("{:.1}", 100.0 * value / whole);
    let bar = |class, y, value| {
        view! { <rect class=class x="0" y=y width=width(value) height="5" rx="1" /> }
    };
    let number = |value: f64| match value < 2.0 {
        true => format!("{value:.2}"),
        false => format!("{value:.1}"),
    };
    view! {
        <dt>{figure.what}</dt>
        <dd>
            <svg viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">
                {bar("own", "0", figure.own)}
                {bar("others", "7", figure.others)}
            </svg>
            <span class="figures">
                <strong>{number(figure.own)}</strong>
                <span>{format!("others {}", number(figure.others))}</span>
            </span>
        </dd>
    }
}

/// The figures are those of `engine/NOTES.md`.
fn portrait(style: PlayingStyle) -> Portrait {
    match style {
        PlayingStyle::Stormer => Portrait {
            lines: [
                "Pawns first, questions later.",
                "I push them at your king and never look back.",
                "What they leave behind is yours.",
            ],
            score: 52.2,
            figures: [
                figure("Pawn moves, of 100", 26.7, 23.4),
                figure("Pawns into your half, of 100 moves", 9.5, 7.2),
            ],
        },
        PlayingStyle::Defender => Portrait {
            lines: [
                "Nothing of mine stands alone.",
                "My pawns stay at home, and my king behind them.",
                "You will have to come and get me. I have time.",
            ],
            score: 46.5,
            figures: [
                figure("Pawns into your half, of 100 moves", 6.0, 9.5),
                figure("Attacks beside your king, after each move", 0.71, 0.87),
            ],
        },
        PlayingStyle::Gambiteer => Portrait {
            lines: [
                "A pawn is a small price for an open line.",
                "My openings are gambits, and my pieces come out at once.",
                "Take what I give, if you can keep it.",
            ],
            score: 54.8,
            figures: [
                figure("Early moves with a pawn or two less, of 100", 14.6, 10.0),
                figure("Checks, of 100 moves", 10.2, 8.1),
            ],
        },
        PlayingStyle::Attacker => Portrait {
            lines: [
                "I count the squares beside your king.",
                "Every piece of mine looks at them.",
                "The queens stay on the board. Castle, and I come there.",
            ],
            score: 40.5,
            figures: [
                figure("Attacks beside your king, after each move", 1.08, 0.77),
                figure("Early moves with a pawn or two less, of 100", 15.3, 12.6),
            ],
        },
        PlayingStyle::Simplifier => Portrait {
            lines: [
                "First the queens, then whatever else you offer.",
                "I like endings: few pieces, clear plans.",
                "If you do not, keep yours on the board.",
            ],
            score: 44.0,
            figures: [
                figure("Pieces left after thirty moves, of 14", 5.2, 6.1),
                figure("Moves of a game", 52.8, 47.4),
            ],
        },
        PlayingStyle::Complicator => Portrait {
            lines: [
                "I trade nothing that I can keep.",
                "Pawns face to face, all pieces on: that is chess.",
                "I try lines again and again, and follow what goes well.",
            ],
            score: 44.2,
            figures: [
                figure("Pieces left after thirty moves, of 14", 7.8, 7.1),
                figure("Moves of a game", 56.2, 64.6),
            ],
        },
    }
}
