//! How a tree search changes its mind.

use leptos::prelude::*;

use super::tour_text::Tour;
use crate::pages::diagram::{Diagram, diagram};

pub const TOUR: Tour = Tour {
    title: "How the Explorer changes its mind",
    about: "Monte Carlo tree search spends its attention by what it hopes for, and drops a favourite when the hope dries up.",
    text,
};

/// A smothered mate.
pub(super) const MATE: Diagram = Diagram {
    fragment: "fen=r1b2r1k/pp4pp/1q5N/8/2Q5/8/P4PPP/3R2K1 w - - 0 1&mind=explorer&visits=1600",
    caption: "The check that wins the exchange has nearly all of the visits, until a queen is given away.",
};

/// Moves that are worth the same.
pub(super) const EQUAL: Diagram = Diagram {
    fragment: "fen=r2q1rk1/pp2bppp/2n1b3/3p4/3P4/2NBB3/PP3PPP/R2Q1RK1 w - - 0 1&mind=explorer&visits=6400",
    caption: "A level position: several moves hope for the same, and share the visits.",
};

fn text() -> AnyView {
    view! {
        <p>
            "Alpha-beta looks at every move to the same depth and is certain of what it leaves out. The Explorer works differently. It has a budget of "
            <b>"visits"</b>
            ". Each visit walks down the tree from the position on the board, takes at every step the move that seems most worth a look, adds one position at the end, and carries what that is worth back up."
        </p>
        <p>
            "Which move is most worth a look? One that has done well so far, or one that has hardly been tried. The formula adds the two: the average of what came back, and a bonus that shrinks with each visit and is larger for a move that looks promising at first sight. So good moves are visited again and again, and another move gets its chance from time to time. Levente Kocsis and Csaba Szepesv\u{e1}ri gave the idea its form in 2006, Christopher Rosin added the first sight in 2011."
        </p>
        {diagram(EQUAL)}
        <p>
            "Each bar is a move: to the right if it promises more, as high as its visits. Press "
            <b>"Play"</b>
            " and watch the trails. In a level position nothing is decided; the lead changes hands, and that is no weakness. Moves that are worth the same deserve the same attention."
        </p>
        <h2>"When hope dries up"</h2>
        <p>
            "Here White has a knight check on f7 that wins a rook for a knight. It looks best at once, and nearly every visit goes there. But a visit now and then tries something else, and one of them gives the queen away on g8, with check. The rook has to take it, and then the same knight check is mate: the king is walled in by its own pieces."
        </p>
        {diagram(MATE)}
        <p>
            "In the end the Explorer has looked at the queen\u{2019}s move only twice, and still chooses it. Averages count as long as nothing is certain. A mate is certain: a position in which every reply is lost is "
            <b>"proved"</b>
            ", the proof climbs the tree, and no number of visits outweighs it. Counting alone would have missed it for long: beside four hundred visits for the check, two hardly show."
        </p>
        <p>
            "This is where the two ways of thinking meet. What alpha-beta proves by leaving nothing out, a tree search proves now and then, where a line comes to an end. In between it knows what it hopes for, and shows it more plainly than any other mind here. To compare them on a position of yours, choose two in "
            <a href="/theatre">"the theatre"</a>
            " under \u{201c}Minds side by side\u{201d}."
        </p>
    }
    .into_any()
}
