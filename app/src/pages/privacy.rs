//! The page about privacy. Only the server renders it: a page of text needs no script.

use leptos::prelude::*;

use crate::{components::Header, retention::AddressesKept};

/// The page.
#[component]
pub fn Privacy() -> impl IntoView {
    view! {
        <Header />
        <main id="main" class="guide">
            <h1>"What is kept about you"</h1>
            <p>
                "As little as a chess site needs. No e-mail address, no tracking, no advertising, nothing from or for third parties. You can see all of it and delete it yourself, on "
                <a href="/me">"your page"</a> "."
            </p>
            <Server />
            <Browser />
            <HowLong />
            <Yours />
        </main>
    }
}

#[component]
fn Server() -> impl IntoView {
    view! {
        <section id="server">
            <h2>"On the server"</h2>
            <dl>
                <dt>"Nothing, until you finish or share a game, solve an ending, have exercises made, keep an analysis, or play a person"</dt>
                <dd>"Looking around, playing and analysing leave nothing behind by themselves."</dd>
                <dt>"Your finished games against the computer"</dt>
                <dd>
                    "Moves, colour, opponent, level, result, time, and by how much your moves were not the best; your results and your strength are made of them. With the first one you become a guest: a number."
                </dd>
                <dt>"What you have solved of the course of endings"</dt>
                <dd>"For each lesson the fewest moves in which you won or held it, so that your other devices know."</dd>
                <dt>"Your exercises"</dt>
                <dd>"Positions from your games with the moves that were good, and when you solved each of them and how, so that your other devices know."</dd>
                <dt>"Analyses that you keep"</dt>
                <dd>"Moves, variations, comments and tags under the name that you gave them, and when you kept and changed them. Only you can open them."</dd>
                <dt>"Live games, and games that you share"</dt>
                <dd>
                    "Who plays, the moves with their times and what was left on the clocks, how it ended. Each has an address that nobody guesses; whoever knows it sees the game, your name with it if you have one. A game that was offered to anybody is also on \u{201c}Watch\u{201d} while it is played."
                </dd>
                <dt>"Networks that you share or upload"</dt>
                <dd>
                    "The file, and how it was raised. Whoever knows the link sees it, your name with it if you have one, and may use it. A guest\u{2019}s stays for thirty days at least."
                </dd>
                <dt>"What Ponder and the Learner have learnt from you"</dt>
                <dd>
                    "The games that they learnt from, those of two minds that you watched among them, and a table: positions, moves played there, how well they did. What you imported is in it. Nothing of it where you have switched learning off."
                </dd>
                <dt>"Sessions"</dt>
                <dd>
                    "A hash of the random token in your cookie, when the session began, when it was last used (by the day) and when it ends. The token itself is not kept."
                </dd>
                <dt>"Devices"</dt>
                <dd>
                    "If you have an account, for each of the last ten browsers in which you signed in: a hash of a random token, when you first and last signed in or out there, and when it ends. It lets you in while others try passwords on your name, and opens nothing by itself."
                </dd>
                <dt>"If you make an account"</dt>
                <dd>
                    "Its name, and hashes of your password and of your recovery code (Argon2id and SHA-256): they can be compared with what you type, and not turned back into it. If you make API keys, their labels, their hashes, and when each was last used, by the hour."
                </dd>
                <dt>"No addresses"</dt>
                <dd>
                    "The database holds no IP addresses but those that whoever runs this site has banned, with the reason, and neither does the log, which has the time, path and outcome of each request. Addresses are counted in memory only, so that nobody takes the whole server for themselves or guesses passwords all day, and forgotten a day after the last request."
                </dd>
                {addresses_kept().map(|AddressesKept { days }| {
                    view! {
                        <dt>"Except of refused requests"</dt>
                        <dd>
                            {format!(
                                "Whoever runs this site keeps a log of requests that were refused because of who asked or how much: time, address, path and kind of refusal, for {days} days. It serves to keep attackers out and nothing else.",
                            )}
                        </dd>
                    }
                })}
            </dl>
        </section>
    }
}

fn addresses_kept() -> Option<AddressesKept> {
    use_context()
}

#[component]
fn Browser() -> impl IntoView {
    view! {
        <section id="browser">
            <h2>"In your browser"</h2>
            <dl>
                <dt>
                    "The cookie " <code>"ponder_session"</code> ", or " <code>"__Host-ponder_session"</code>
                    " where the site is reached over TLS"
                </dt>
                <dd>
                    "By which you are known. It is set with your first finished game, solved ending, exercise or kept analysis or when you sign in, and no script and no other site can read it."
                </dd>
                <dt>
                    "The cookie " <code>"ponder_device"</code> ", or " <code>"__Host-ponder_device"</code>
                    " where the site is reached over TLS"
                </dt>
                <dd>
                    "By which this browser is known as one in which you have signed in before. It is set when you sign in or out, stays when you sign out, opens nothing, and no script and no other site can read it."
                </dd>
                <dt>
                    "The cookie " <code>"ponder_prefs"</code>
                </dt>
                <dd>"How you like the page to look and the next game to be set up. It says nothing about who you are."</dd>
                <dt>"The browser\u{2019}s storage"</dt>
                <dd>
                    "The game on the board, one that made room for a game from a link, finished games that the server does not have yet, what Ponder has learnt from your games, what you have solved of the course of endings, your exercises with what you did with them, your opening repertoires with your answers, which of your games were looked through for these, the report of the games that you imported and, until they are searched, their texts with the names in them, the tournament that you hold with its games and the files that you chose for it, the network that you raise in the dojo, one that somebody shared, and the files of the site, so that you can play without a network."
                </dd>
            </dl>
        </section>
    }
}

#[component]
fn HowLong() -> impl IntoView {
    view! {
        <section id="how-long">
            <h2>"For how long"</h2>
            <ul>
                <li>"A session and its cookie end 400 days after they were last used, or when you sign out."</li>
                <li>
                    "A device and its cookie end 400 days after you last signed in or out there, when you sign out everywhere or set a new password elsewhere, and with the account."
                </li>
                <li>"A guest whose session has ended is forgotten within the hour, with all games; one whose cookie was never shown again, after a day. What such a guest has shared stays for thirty days after it was shared: others have its address."</li>
                <li>"An account stays until you delete it."</li>
                <li>
                    "What you delete is overwritten in the database\u{2019}s file and cut from its log at once; while a copy is being made, as soon as that is done. Copies that whoever runs this site has made before, against a broken disk, hold it until they are replaced."
                </li>
            </ul>
        </section>
    }
}

#[component]
fn Yours() -> impl IntoView {
    view! {
        <section id="yours">
            <h2>"To have it, and to have it forgotten"</h2>
            <ul>
                <li>
                    <b>"Download my data"</b>
                    ", under \u{201c}Your data\u{201d} on "
                    <a href="/me">"your page"</a>
                    ", is a file with all of it: account, sessions, devices, keys, games with their moves, what was learnt from them, endings that you have solved, your exercises, analyses that you keep, networks that you have shared."
                </li>
                <li>
                    <b>"Delete my account"</b>
                    ", in the same place, deletes all of it; for a guest the button is called "
                    <b>"Forget my games"</b> ". A game against another person stays theirs, without you."
                </li>
                <li>"What is in the browser goes when you clear the site\u{2019}s data there."</li>
            </ul>
        </section>
    }
}
