//! A null-move bet that fails in zugzwang.

use leptos::prelude::*;

use super::tour_text::Tour;
use crate::pages::diagram::{Diagram, diagram};

pub const TOUR: Tour = Tour {
    title: "A bet that fails in zugzwang",
    about: "Whoever is still ahead after passing is surely ahead. It holds nearly always, and here it does not.",
    text,
};

/// The search with the bet, and the position where it is made.
pub(super) const BET: Diagram = Diagram {
    fragment: "fen=1k6/1r6/8/2K5/8/8/8/Q7 w - - 0 1&mind=intuition&depth=7&visit=9133",
    caption: "Seven half-moves by Intuition, at the position after Qe5+ Ka8, Kc6 Ka7, with White to move.",
};

/// The same without null moves.
pub(super) const CAREFUL: Diagram = Diagram {
    fragment: "fen=1k6/1r6/8/2K5/8/8/8/Q7 w - - 0 1&mind=intuition&depth=7&without=null-move",
    caption: "The same search without null moves.",
};

fn text() -> AnyView {
    view! {
        <p>
            "Most positions of a search are hopeless for one side: somebody has lost a piece on the way. A program would like to notice that without searching every move. So it tries the least that a side can do, which is nothing: it "
            <b>"passes"</b>
            ", lets the other side move twice, and searches a little less deep. If the side that passed is still above beta, then a real move would only have made it better, and the position needs no further look. This is the "
            <b>"null move"</b>
            ", and it saves more than any other bet of this kind."
        </p>
        <p>
            "It rests on one assumption: that moving is never worse than passing. In chess that is nearly always true. Where it is not, the Germans have a word for it that the whole world uses, "
            <b>"zugzwang"</b> ": the burden of having to move."
        </p>
        <h2>"Queen against rook"</h2>
        <p>
            "White has a queen, Black a rook close to its king. As long as king and rook stay together, the rook cannot be won at once. After queen to e5 with check, king to a8, king to c6, king to a7 they could not stay together any longer, if Black had to move: each move of the rook loses it or ends in mate, the king\u{2019}s step to a6 is mate at once, and the step to a8 helps for a few moves only."
        </p>
        {diagram(BET)}
        <p>
            "But it is White\u{2019}s turn. Black has just played Ka7, which is the best defence, and the search throws it out by a bet: if White passed here, White would still have enough, so a real move must be better yet. The line under the picture gives the numbers. The bet is wrong, since White may not pass, and every real move of the queen or the king gives Black a breath. Believing that the best defence fails, the search takes the rook for won."
        </p>
        <h2>"Check it"</h2>
        <p>
            "Nobody needs to believe this. Open the picture in the theatre and press "
            <b>"Check the bets"</b>
            ": each position where a rule has left something out is searched once more without that rule, and what comes out is put in the place of the bet. Most bets hold. This one does not, and it is dear: with the true value of this single position, White\u{2019}s winning score falls to the worth of a queen against a rook."
        </p>
        {diagram(CAREFUL)}
        <p>
            "The switch that is off here is \u{201c}null move\u{201d}. The search takes longer and is not misled at this point. A better cure is in the engine as well: where only kings and pawns are left it does not pass at all, since there zugzwang is common, and at great depth it checks a passed position by a search of its own."
        </p>
        <p>
            "White does win in the end, by giving the move away in earnest: queen to a1 with check, king to b8, queen to a5. Again king and rook stand side by side, and now it is Black who has to move. Fran\u{e7}ois-Andr\u{e9} Philidor showed it in 1777. The bet was right that Black would be lost if Black had to move. It was wrong about whose turn it was."
        </p>
    }
    .into_any()
}
