//! The engine's sentences in the voice of a trainer.
//!
//! The engine speaks as the side that moves, "I", to its opponent, "you". Here the visitor moves: "I" becomes
//! "you", and "you" becomes "they". "They" goes with the same verbs as "you".

/// The sentence, spoken to the side that moves.
pub(super) fn to_mover(sentence: &str) -> String {
    let mut spoken = String::with_capacity(sentence.len() + 16);
    let mut before = "";
    for (index, word) in sentence.split(' ').enumerate() {
        if index > 0 {
            spoken.push(' ');
        }
        let is_letter = |letter: char| letter.is_ascii_alphabetic();
        let end = word.find(|letter| !is_letter(letter)).unwrap_or(word.len());
        let (bare, rest) = word.split_at(end);
        match replacement(bare, before) {
            Some(new) if bare.starts_with(char::is_uppercase) && begins(bare, &spoken) => {
                let mut letters = new.chars();
                spoken.extend(letters.next().map(|first| first.to_ascii_uppercase()));
                spoken.push_str(letters.as_str());
            }
            Some(new) => spoken.push_str(new),
            None => spoken.push_str(bare),
        }
        spoken.push_str(rest);
        // A preposition stands directly before its object.
        before = word;
    }
    spoken
}

/// Whether a word begins the sentence; "I" is a capital letter everywhere.
fn begins(word: &str, spoken: &str) -> bool {
    word != "I" || spoken.is_empty()
}

fn replacement(word: &str, before: &str) -> Option<&'static str> {
    // The object of a preposition.
    let is_object = matches!(before, "for" | "of" | "to" | "against" | "from" | "with");
    Some(match word {
        "I" | "me" => "you",
        "am" if before == "I" => "are",
        "was" if before == "I" => "were",
        "my" | "My" => "your",
        "mine" => "yours",
        "you" | "You" if is_object => "them",
        "you" | "You" => "they",
        "your" | "Your" => "their",
        "yours" => "theirs",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mover_is_spoken_to() {
        for (sentence, spoken) in [
            ("It gives check.", "It gives check."),
            (
                "My bishop blocks the check.",
                "Your bishop blocks the check.",
            ),
            (
                "It threatens Bxc3+, a fork of your king and your rook on a1.",
                "It threatens Bxc3+, a fork of their king and their rook on a1.",
            ),
            (
                "It stops your mate: you threatened Qxg2#.",
                "It stops their mate: they threatened Qxg2#.",
            ),
            (
                "It brings my queen out of your pawn\u{2019}s reach.",
                "It brings your queen out of their pawn\u{2019}s reach.",
            ),
            (
                "I am two pawns ahead, so I trade queens.",
                "You are two pawns ahead, so you trade queens.",
            ),
            (
                "If you take back, my king and pawn win against your king.",
                "If they take back, your king and pawn win against their king.",
            ),
            (
                "Whatever you move now makes it worse for you.",
                "Whatever they move now makes it worse for them.",
            ),
            (
                "My pawn on a5 promotes before yours.",
                "Your pawn on a5 promotes before theirs.",
            ),
            ("", ""),
            ("  \u{e9} I", "  \u{e9} you"),
        ] {
            assert_eq!(to_mover(sentence), spoken);
        }
    }
}
