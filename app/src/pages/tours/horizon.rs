//! The horizon, and what quiescence does about it.

use leptos::prelude::*;

use super::tour_text::Tour;
use crate::pages::diagram::{Diagram, diagram};

pub const TOUR: Tour = Tour {
    title: "The horizon",
    about: "Why a program that looks one move ahead gives its queen away, and how a few captures more cure it.",
    text,
};

/// The search that stops at its depth.
pub(super) const BLIND: Diagram = Diagram {
    fragment: "fen=rnbqkb1r/pppp1ppp/5n2/4p3/4P3/5Q2/PPPP1PPP/RNB1KBNR w KQkq - 2 3&mind=calculator&depth=1&without=quiescence",
    caption: "One half-move deep, and not a step further: Qxf6 wins a knight. So it seems.",
};

/// The search that plays captures to their end.
pub(super) const SEEING: Diagram = Diagram {
    fragment: "fen=rnbqkb1r/pppp1ppp/5n2/4p3/4P3/5Q2/PPPP1PPP/RNB1KBNR w KQkq - 2 3&mind=calculator&depth=1",
    caption: "The same depth, and captures beyond it: the reply gxf6 is seen, and the queen stays.",
};

/// A ply more without quiescence.
pub(super) const DEEPER: Diagram = Diagram {
    fragment: "fen=rnbqkb1r/pppp1ppp/5n2/4p3/4P3/5Q2/PPPP1PPP/RNB1KBNR w KQkq - 2 3&mind=calculator&depth=3&without=quiescence",
    caption: "Three half-moves, again without captures beyond: look for the positions at the end where a queen has just taken something.",
};

fn text() -> AnyView {
    view! {
        <p>
            "Every search has an end. A program that looks one half-move ahead plays its move, counts the pieces, and stops. In this position the queen can take the knight on f6. The knight is gone, the count says three pawns more, and that is the best count of all."
        </p>
        {diagram(BLIND)}
        <p>
            "It is a blunder: the pawn on g7 takes the queen. The program did not misjudge anything. It stopped looking at the worst of all moments, in the middle of an exchange. What lies beyond the last half-move does not exist for it, like a ship beyond the horizon, and so this is called the "
            <b>"horizon effect"</b> "."
        </p>
        <h2>"Deeper is not enough"</h2>
        <p>
            "Look two half-moves ahead, and gxf6 is seen. But the horizon has only moved. Now every line ends after Black\u{2019}s move, at three half-moves after White\u{2019}s again, and at each of those ends a queen may have just taken a guarded pawn. A value that comes from there can be wrong however deep the search is."
        </p>
        {diagram(DEEPER)}
        <h2>"Look until it is quiet"</h2>
        <p>
            "The cure is not to count in the middle of an exchange. Where the depth is used up, the search goes on with captures alone, and stops when nobody wants to take any more. That is "
            <b>"quiescence search"</b>
            ". A side may also stand still: nobody is forced to take, so the count as it stands is taken as the least that one gets. Where a side stands still, the line below the picture says so."
        </p>
        {diagram(SEEING)}
        <p>
            "Rest on the bar of Qxf6: one capture below it is enough to refute it. The few positions more are the best bargain in a chess program. In the engine room of the "
            <a href="/play">"playing page"</a>
            " you can switch \u{201c}Search captures to the end\u{201d} off and meet the strongest mind without it. It will still calculate far, and it will drop pieces."
        </p>
    }
    .into_any()
}
