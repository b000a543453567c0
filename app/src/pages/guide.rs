//! The user guide. Only the server renders it: a page of text needs no script.

use client::settings::{FULL_STRATEGIES, STRATEGIES};
use engine::player::{Level, StrategyId};
use leptos::prelude::*;

use super::tours::tour_list;
use crate::components::shared::shortcuts::PLAY_SHORTCUTS;
use crate::components::{Header, key_list};

/// The guide; its lists come from the program.
#[component]
pub fn Guide() -> impl IntoView {
    view! {
        <Header />
        <main id="main" class="guide">
            <h1>"How to play with Ponder"</h1>
            <nav aria-label="Contents">
                <a href="#tours">"Tours"</a>
                <a href="#playing">"Playing"</a>
                <a href="#minds">"Minds"</a>
                <a href="#levels">"Levels"</a>
                <a href="#panels">"Panels"</a>
                <a href="#analysis">"Analysis"</a>
                <a href="#endgames">"Endgames"</a>
                <a href="#training">"Training"</a>
                <a href="#theatre">"Theatre"</a>
                <a href="#live">"With others"</a>
                <a href="#keys">"Keys"</a>
                <a href="#tips">"Tips"</a>
                <a href="#trouble">"Troubleshooting"</a>
                <a href="/api">"For programs"</a>
                <a href="/privacy">"Privacy"</a>
            </nav>
            {tour_list()}
            <Playing />
            <Opponents />
            <Levels />
            <Panels />
            <Analysis />
            <Endgames />
            <Training />
            <Theatre />
            <LiveGames />
            <Keys />
            <Tips />
            <Troubleshooting />
        </main>
    }
}

/// A screenshot.
fn picture(file: &'static str, about: &'static str, size: (u16, u16)) -> impl IntoView {
    view! {
        <figure>
            <img
                src=format!("/guide/{file}.webp")
                alt=about
                width=size.0.to_string()
                height=size.1.to_string()
                loading="lazy"
            />
            <figcaption>{about}</figcaption>
        </figure>
    }
}

#[component]
fn Playing() -> impl IntoView {
    view! {
        <section id="playing">
            <h2>"Playing"</h2>
            <p>
                "Move a piece and the game has begun: press a piece and then its square, or drag it. Castle by moving the king two squares or onto its rook. A pawn that reaches the last rank asks what to become. Chess960 is not played."
            </p>
            {picture("board", "While Ponder thinks, arrows show the moves that it considers, the strongest the best.", (1440, 900))}
            <ul>
                <li>
                    <b>"Computer, Two players, Watch"</b>
                    " chooses who plays: you against the computer, two people at one board, or two opponents that you watch, begin and stop, at the pace you like."
                </li>
                <li>
                    <b>"Time"</b>
                    " sets a clock for the next game. The first move is free. Below twenty seconds the clock shows tenths. Whose flag falls loses, unless the other side could never mate."
                </li>
                <li>
                    <b>"Take back"</b>
                    " returns to your last turn, with the clocks as they were; "
                    <b>"Redo"</b>
                    " plays it again. Go back to any earlier move and play another: the old line stays in the list, in small print, and comes back when you press it."
                </li>
                <li>
                    <b>"Coach me"</b>
                    ", below the levels once a game has begun, asks before a move that clearly loses, and gives hints in steps; after the game it names what to remember. "
                    <b>"What is threatened?"</b>
                    " tells what my last move threatens."
                </li>
                <li>
                    <b>"Hint"</b>
                    " shows what the full engine would play. "
                    <b>"Move now"</b>
                    " ends a long thought."
                </li>
                <li>
                    <b>"Draw"</b>
                    " is an offer. The computer takes it after move 10 if it stands no better than you, and says why if it does not."
                </li>
                <li>
                    <b>"Share"</b>
                    ", the arrow below the moves, on a phone behind \u{201c}More\u{201d}, and at the end of a game, copies a link that shows the game to whoever opens it. Share again later, and the same link shows how it went on."
                </li>
                <li>
                    "Draw arrows and circles with the right button: green, with Shift red, with Alt blue, with both gold. A left press clears them."
                </li>
            </ul>
        </section>
    }
}

fn opponent(id: StrategyId) -> impl IntoView {
    let strategy = id.strategy();
    view! {
        <dt>
            {strategy.name} " " <span>{strategy.term}</span>
        </dt>
        <dd>{strategy.about}</dd>
    }
}

#[component]
fn Opponents() -> impl IntoView {
    let (full, teaching) = STRATEGIES.split_at(FULL_STRATEGIES);
    view! {
        <section id="minds">
            <h2>"Minds"</h2>
            <p>"They decide in different ways, and say so with each move: book, memory, search, or lot."</p>
            <dl>{full.iter().map(|id| opponent(*id)).collect_view()}</dl>
            <p>"The others show how a chess mind is made, step by step:"</p>
            <dl>{teaching.iter().map(|id| opponent(*id)).collect_view()}</dl>
        </section>
    }
}

#[component]
fn Levels() -> impl IntoView {
    let level = |level: Level| {
        view! {
            <tr>
                <th scope="row">{level.number()} " " {level.name()}</th>
                <td>{level.about()}</td>
                <td class="figures">{level.elo()}</td>
            </tr>
        }
    };
    view! {
        <section id="levels">
            <h2>"Levels"</h2>
            <p>
                "A low level looks less far, misjudges and overlooks. It never plays at random. Between two levels there are tenths, in the field beside them: at 3.4 four moves of ten are of level 4, the others of level 3. The figures are engine Elo of Intuition, no person\u{2019}s rating."
            </p>
            <table>
                <thead>
                    <tr>
                        <th scope="col">"Level"</th>
                        <th scope="col">"What it sees"</th>
                        <th scope="col">"Elo"</th>
                    </tr>
                </thead>
                <tbody>{Level::all().map(level).collect_view()}</tbody>
            </table>
        </section>
    }
}

#[component]
fn Panels() -> impl IntoView {
    view! {
        <section id="panels">
            <h2>"Panels"</h2>
            <ul>
                <li>
                    <b>"Thinking"</b>
                    " says in one sentence why the last move was played; a threat or a gain is told only where a sound search bears it out. Beneath it is a line for each depth that was reached: rest on a move to see its position. \u{201c}Each move\u{201d} unfolds what was found of every move that I could have made: of most of them only that they are no better, which the search proves with less work. \u{201c}Show what I expect\u{201d} gives away the reply that the computer hopes for. At a low level \u{201c}Show them\u{201d} draws the moves that it saw, and faint those that it overlooked."
                </li>
                <li>
                    <b>"Why not\u{2026}?"</b>
                    " lets you doubt a move: make it on the board, and what follows is played out instead. Nothing of it counts."
                </li>
                <li>
                    <b>"Evaluation"</b>
                    " and the bar beside the board tell who stands better, in pawns: +1.0 is a pawn for White."
                </li>
                <li>
                    <b>"Moves"</b>
                    " lists the game with its opening. Go through it by pressing moves, with the arrow keys, or with the wheel over the board. The field below takes typed moves, such as Nf3 or g1f3."
                </li>
                <li>
                    <b>"Position and openings"</b>
                    " counts material and moves, and begins a game with a well-known opening."
                </li>
                <li>
                    <b>"Memory"</b>
                    " is what Ponder and the Learner have learnt from your games. It stays in this browser; export it, bring it elsewhere, or have it forgotten."
                </li>
                <li>
                    <b>"Results"</b>
                    " and "
                    <b>"PGN, FEN and link"</b>
                    " are what their names say. The links hold the whole game: one opens it for analysis, the other to be played on, where minds without a clock answer the very moves that they would have answered you."
                </li>
                <li>
                    <b>"Engine room"</b>
                    " fixes a depth in place of the level, and switches parts of the search off to see what they are worth. It tells how much work pruning saved, copies the last search as a request to the API, names the network that judges and where that comes from, and shows on the board what each piece is worth to it."
                </li>
            </ul>
            {picture("why-not", "A doubted move, answered: what follows is on the board for a moment, and nothing of it counts.", (1440, 900))}
        </section>
    }
}

#[component]
fn Theatre() -> impl IntoView {
    view! {
        <section id="theatre">
            <h2>"The theatre"</h2>
            <p>
                <a href="/theatre">"The theatre"</a>
                " shows a whole search: each position that was visited is a bar, as wide as what lies below it, from left to right in the order of the search. Its colour says why the search went no further: a proof, or a bet that may be wrong."
            </p>
            <ul>
                <li>
                    <b>"Rest on a bar"</b>
                    " to see its position and the reason in the rule\u{2019}s own numbers; press it to stay there."
                </li>
                <li>
                    <b>"Play"</b>
                    " shows the search as a film, depth by depth. The slider below the tree is its clock."
                </li>
                <li>
                    <b>"Check the bets"</b>
                    " searches each position again without the rule that left something out, and says which bets were wrong and what they cost."
                </li>
                <li>
                    <b>"Zoom in"</b>
                    " fills the stage with one branch; a small one is also drawn as textbooks do. The arrow keys walk through the tree, Enter zooms in, Escape out, the space bar plays."
                </li>
                <li>
                    <b>"Switch off one by one"</b>
                    " searches the position without each part of the search, and shows what it was worth."
                </li>
                <li>
                    <b>"Mind"</b>
                    " chooses whose search it is. The Explorer\u{2019}s is shown in another way: its moves from left to right by what they promise, as high as their visits."
                </li>
            </ul>
            {picture("theatre", "A search of depth 8: the selected position was not looked into, and the sentence says why.", (1440, 900))}
            <p>
                "What a part of the search is worth in games is told by a "
                <a href="/arena">"tournament"</a>
                ": two to eight players meet in your browser, each opening is played with both colours, and the table gives the difference in strength with its uncertainty. It goes on in the background and after a reload."
            </p>
            <p>
                "In "
                <a href="/dojo">"the dojo"</a>
                " you raise a mind of your own: a small network that begins with random weights and learns from games against itself, in your browser. You see how strong it is, what pieces are worth to it and how it would begin; saved as a file it can play in tournaments."
            </p>
        </section>
    }
}

#[component]
fn Analysis() -> impl IntoView {
    view! {
        <section id="analysis">
            <h2>"Analysis and review"</h2>
            <p>
                "\u{201c}Analyze\u{201d}, at the top of the page, on a small screen at its end or behind \u{201c}Menu\u{201d}, opens your game on a board of its own. Nothing that you try there changes the game that you play."
            </p>
            {picture("review", "A reviewed game: where it turned, and the move that was better.", (1440, 900))}
            <ul>
                <li>
                    <b>"Engine"</b>
                    " shows up to five lines. Rest on a move to see its position; press it to play the line up to there. Other moves than the game\u{2019}s stand indented beside it, and the address of the page always holds all of it."
                </li>
                <li>
                    <b>"Review the game"</b>
                    " looks at every position, once or twice more and far deeper where a move seems doubtful, and names at most three moves with which the game turned, each with a better one. Positions of up to four men are looked up where the tables are there. A move\u{2019}s accuracy tells how much of the chance to win it kept. ?! lost 5 points of it, ? lost 10, ?? lost 15."
                </li>
                <li>
                    <b>"Import"</b>
                    " takes a position as FEN or a game as PGN, pasted or as a file; a file can also be dropped onto the page."
                </li>
                <li>
                    <b>"Set up"</b>
                    " is a board to put pieces on. It says what is missing to a legal position."
                </li>
                <li>
                    <b>"Play on"</b>
                    " begins a game from the position on the board, against any mind."
                </li>
            </ul>
        </section>
    }
}

#[component]
fn Endgames() -> impl IntoView {
    view! {
        <section id="endgames">
            <h2>"Endgames"</h2>
            <p>
                <a href="/endgames">"The course"</a>
                " has twenty-four endings, from the mate with the queen to Philidor\u{2019}s defence. Positions of up to four men are solved: there the other side keeps the result, holds out as long as possible, and leaves you as few good answers as it can, and each of your moves is told at once if it gives the goal away, and what it cost if it only took longer. The two with five men are played by the full engine."
            </p>
            <ul>
                <li>
                    <b>"The map"</b>
                    " of a piece that you choose beside the board, or of each that you pick up, shows on every square what the game is worth with the piece there. A lesson solved with it counts as solved with help."
                </li>
                <li>
                    <b>"Watch the truth spread"</b>
                    " shows all positions of an ending at once: mates first, then what leads to them, growing backwards over the board."
                </li>
                <li>
                    "What you have solved is kept in this browser and, as your games are, on the server, for your other devices. Endings of three men are solved in the browser, so they work without a connection; the tables of four are fetched when you first open such a lesson."
                </li>
            </ul>
        </section>
    }
}

#[component]
fn Training() -> impl IntoView {
    view! {
        <section id="training">
            <h2>"Training"</h2>
            <p>
                <a href="/train">"The training"</a>
                " makes exercises of your own games: the positions in which you went wrong, or missed what the other side had allowed. Choose a PGN file with up to 2,000 games, as lichess.org and chess.com export them; your browser searches them one by one, goes on after a reload, and at the end tells which openings, phases and mistakes cost you most."
            </p>
            <ul>
                <li>
                    "An exercise has one solution, or a few moves that are as good, on which three searches agree. "
                    <b>"Hint"</b>
                    " gives the piece, then the idea, then the move. Afterwards the solution, the move in the game and the reason play on the board."
                </li>
                <li>
                    "What you solve comes again when you are about to forget it, sooner if it was hard. You can change how well it went, or set an exercise aside. Days without exercises cost nothing."
                </li>
                <li>
                    <a href="/train/openings">"Your openings"</a>
                    " are drilled in the same way: a repertoire is made of a PGN with its variations, or of the moves that you play most. The repertoire itself, the opening book, Ponder or your learner plays against you; where you leave it, a short search says what that costs."
                </li>
                <li>
                    "Exercises work without a connection, and follow your account to your other devices; the report stays in the browser that made it."
                </li>
            </ul>
        </section>
    }
}

#[component]
fn LiveGames() -> impl IntoView {
    view! {
        <section id="live">
            <h2>"With others"</h2>
            <p>
                "A game with "<a href="/live">"someone online"</a>
                " has an address of its own. Send it to a friend, and whoever opens it takes the other seat; list it, and anybody may; or play a mind there while others watch. Nobody needs an account."
            </p>
            <ul>
                <li>
                    <b>"While the other thinks"</b>
                    " you may make your next move ahead: it is played the moment that its turn comes, if it is legal then. A press anywhere on the board, with either button, calls it off."
                </li>
                <li>
                    <b>"A connection that breaks"</b>
                    " comes back by itself, with all that was missed. A move that you make meanwhile is sent then. The clocks are the server\u{2019}s, and go on."
                </li>
                <li>
                    <b>"Whoever leaves"</b>
                    " and stays away can be claimed against: the page says when."
                </li>
                <li>
                    <a href="/watch">
                        <b>"Watch"</b>
                    </a>
                    " shows the games from the lobby while they are played, move by move."
                </li>
                <li>
                    <b>"Share and embed"</b>
                    " has the link, the game as PGN with its clocks, and a frame for your own page. A move that you look at is in the address, to be shared as well."
                </li>
            </ul>
        </section>
    }
}

#[component]
fn Keys() -> impl IntoView {
    view! {
        <section id="keys">
            <h2>"Keys"</h2>
            {key_list(&PLAY_SHORTCUTS)}
            <p>
                "On the board, reached with Tab, the arrow keys walk over the squares, Enter picks up and puts down, Escape lets go. Single keys can be switched off in the preferences."
            </p>
        </section>
    }
}

#[component]
fn Tips() -> impl IntoView {
    view! {
        <section id="tips">
            <h2>"Tips"</h2>
            <ul>
                <li>"After two wins or two losses in a row, the dialog at the end offers another level."</li>
                <li>"Watch two minds that differ: the Calculator against the Explorer shows how unlike two good moves can be."</li>
                <li>"Switch \u{201c}Search captures to the end\u{201d} off in the engine room and see a strong mind blunder."</li>
                <li>"Play the same opening against the Learner a few times: it begins to avoid what lost."</li>
                <li>"Board colours, coordinates, sounds and more are in the preferences, at the top of the page; on a small screen behind \u{201c}Menu\u{201d}."</li>
            </ul>
            {picture("phone", "The same on a phone: the sentence above the board opens the panel of thoughts.", (375, 667))}
        </section>
    }
}

#[component]
fn Troubleshooting() -> impl IntoView {
    view! {
        <section id="trouble">
            <h2>"Troubleshooting"</h2>
            <dl>
                <dt>"The computer does not move."</dt>
                <dd>"A line beside the board says if its engine has stopped; press \u{201c}Try again\u{201d} there. While two minds play, press Start."</dd>
                <dt>"There is no sound."</dt>
                <dd>"Browsers keep a page silent until you press something on it. See that \u{201c}No sound\u{201d} is off in the preferences."</dd>
                <dt>"My game or my memory is gone."</dt>
                <dd>"Both live in this browser. A private window forgets them when it is closed, and so does clearing the site\u{2019}s data. Export your memory to keep it elsewhere."</dd>
                <dt>"I want my results on another device."</dt>
                <dd>
                    "Make an account on " <a href="/me">"your page"</a>
                    ": a name and a password, no e-mail. What is kept about you stands " <a href="/privacy">"here"</a> "."
                </dd>
                <dt>"It says that I am offline."</dt>
                <dd>"Play on: what the page needs was kept on your first visit. Results are sent when the server is back."</dd>
                <dt>"A result was refused."</dt>
                <dd>"The server plays every game again by the rules, and keeps only what they confirm."</dd>
            </dl>
        </section>
    }
}
