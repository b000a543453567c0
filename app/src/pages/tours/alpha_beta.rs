//! Alpha-beta in twenty positions.

use leptos::prelude::*;

use super::tour_text::Tour;
use crate::pages::diagram::{Diagram, diagram, small_tree};

pub const TOUR: Tour = Tour {
    title: "Alpha-beta in twenty positions",
    about: "How a program is sure of the best move without looking at every reply.",
    text,
};

/// Every move and every reply.
pub(super) const ALL: Diagram = Diagram {
    fragment: "fen=8/8/3p4/2P5/6P1/k7/8/1K6 w - - 0 1&mind=plodder&depth=2",
    caption: "Plodder, two half-moves deep: all six moves of White, with every reply of Black. 34 positions.",
};

/// The same by alpha-beta.
pub(super) const PRUNED: Diagram = Diagram {
    fragment: "fen=8/8/3p4/2P5/6P1/k7/8/1K6 w - - 0 1&mind=pruner&depth=2",
    caption: "Pruner, the same depth: 14 positions, and 6 of the shallower search before it. Two bars below a box mean that its other moves were cut off.",
};

fn text() -> AnyView {
    view! {
        <p>
            "White has two pawns against one, and six moves. The pawn on c5 can take on d6, step forward, or wait while the king or the other pawn moves. Which is best? A program has no plan. It plays each move, lets Black play each reply, and asks of every position at the end only one thing: who has more, and better placed?"
        </p>
        {diagram(ALL)}
        <p>
            "The bar at the top is the position above. Below it are White\u{2019}s six moves, and below each of them Black\u{2019}s replies. Rest on a bar, and the line below the picture says what it is worth to the side that is to move there, in pawns. Press "
            <b>"Play"</b>
            " to see the order in which it was done. Black will choose the reply that is worst for White, so a move is worth no more than its worst reply. This rule, taken level by level, is "
            <b>"minimax"</b> ". It finds c5xd6, and it looks at everything."
        </p>
        <h2>"One refutation is enough"</h2>
        <p>
            "Now think like a lazy player. You have looked at c5xd6 first, and whatever Black replies, you are 2.65 pawns ahead. Call that number "
            <b>"alpha"</b>
            ": it is yours already. Next you look at a king move. Black\u{2019}s first reply takes the pawn on c5, and you see that less than alpha is left to you. Do you need to know the other replies? They may be even worse, or not: Black has "
            <i>"one"</i>
            " good reply, and the king move is no better than what you have. You go on to the next move."
        </p>
        {small_tree(PRUNED)}
        <p>
            "That is all of it. A box is a position again, now with the number inside. The pair above it is its "
            <b>"window"</b>
            ": what the side to move has for certain, and what the other side will not allow. When a value leaves the window, the remaining moves are cut off. The name of the far end is "
            <b>"beta"</b> ", and the whole is called alpha-beta."
        </p>
        <p>
            "The move is the same and so is the number, to the last hundredth: a cut of this kind leaves nothing out that could have mattered. In the theatre such cuts are drawn in solid colours. They are proofs, not guesses."
        </p>
        <h2>"Why there are two trees"</h2>
        <p>
            "Pruner has searched one half-move deep before it searched two. That costs six positions, and here it changes nothing, since a capture is tried first anyway. In a larger search it pays: what the short search has found stays in a table, so the long one begins with good moves, has a high alpha at once, and cuts more. Choose "
            <b>"Depth 1"</b>
            " in the list below the picture to see the short one. What order is worth has "
            <a href="/learn/move-ordering">"a tour of its own"</a>
            "."
        </p>
        <p>
            "With perfect order a position with some 35 moves needs about six replies in place of 35, on average, so the same time reaches twice the depth. Donald Knuth and Ronald Moore analysed it in 1975."
        </p>
    }
    .into_any()
}
