//! Why the order of moves is everything.

use leptos::prelude::*;

use super::tour_text::Tour;
use crate::pages::diagram::{Diagram, diagram, with_switches};

pub const TOUR: Tour = Tour {
    title: "Why order is everything",
    about: "The same search, the same answer: what it costs to look at the wrong move first.",
    text,
};

/// A middlegame searched with everything.
pub(super) const ORDERED: Diagram = Diagram {
    fragment: "fen=r1bqk2r/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQkq - 2 8&mind=calculator&depth=6",
    caption: "Six half-moves by the Calculator. Of the bars that have anything below them, most have a single child: the first reply was enough.",
};

/// The same at the depth at which plain alpha-beta is bearable.
pub(super) const PLAIN: Diagram = Diagram {
    fragment: "fen=r1bqk2r/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQkq - 2 8&mind=pruner&depth=3",
    caption: "Three half-moves by Pruner, the alpha-beta of a textbook, which orders by simple rules.",
};

/// The table of switches.
pub(super) const SWITCHES: Diagram = Diagram {
    fragment: "fen=r1bqk2r/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2QK2R w KQkq - 2 8&mind=calculator&depth=8",
    caption: "The Calculator with one part off after the other. Press the button, and look at the row \u{201c}Move ordering\u{201d}.",
};

fn text() -> AnyView {
    view! {
        <p>
            "Alpha-beta cuts a move off as soon as one reply refutes it ("
            <a href="/learn/alpha-beta">"the first tour"</a>
            " shows how). So everything depends on which reply is tried first. If it is the refutation, one reply is enough. If it comes last, all of them are searched, and nothing is saved."
        </p>
        {diagram(PLAIN)}
        <p>
            "Nobody knows the best move before the search; then there would be no need to search. But it can be guessed well. The guesses of this engine, in the order in which it tries them:"
        </p>
        <ul>
            <li>
                <b>"The move of the table."</b>
                " The same position was searched before, one half-move less deep, or by another way. What was best then is probably best now."
            </li>
            <li>
                <b>"Captures that win something"</b>
                ", the most valuable victim first. Most bad moves leave something hanging."
            </li>
            <li>
                <b>"Killers."</b>
                " A quiet move that has just refuted a neighbour of this position. A threat that works against one careless move works against the next."
            </li>
            <li>
                <b>"History."</b>
                " Quiet moves that have often been good in this search, by the piece that moves and the moves before."
            </li>
            <li><b>"Captures that lose something"</b> ", last of all."</li>
        </ul>
        {diagram(ORDERED)}
        <p>
            "Where the line below the picture begins with \u{201c}Refuted\u{201d}, one of these guesses has come true: a move of that kind was enough, and the others were not looked at. Press such a colour in the "
            <a href="/theatre">"theatre"</a>
            "\u{2019}s legend to see only its cuts."
        </p>
        <h2>"Take the order away"</h2>
        <p>
            "What is order worth? Search the position again without it, all else the same. In plain alpha-beta the answer would be the same to the last hundredth, since order decides only how soon it comes. In a whole engine other rules lean on the order, so it may differ a little. The number of positions differs a lot."
        </p>
        {with_switches(SWITCHES)}
        <p>
            "Here it is some three times as many at eight half-moves. Only one other row comes close: \u{201c}Reductions\u{201d}, and that rule lives on order as well. Late moves can be searched less deep because the good ones stand in front. In a program for chess the eye for the first move to look at is what experience is in a person."
        </p>
    }
    .into_any()
}
