//! Conditional requests (RFC 9110, section 13); tower-http compares dates only.

use axum::http::{HeaderMap, header};

/// Whether `If-None-Match` names the entity tag `etag`, or anything by `*`. The comparison is the
/// weak one, as that header has it: `W/"a"` and `"a"` name the same answer. A value that is no list
/// of entity tags counts up to where it stops being one.
pub fn none_match_names(headers: &HeaderMap, etag: &[u8]) -> bool {
    let values = headers.get_all(header::IF_NONE_MATCH).iter();
    values
        .map(|value| value.as_bytes().trim_ascii())
        .any(|value| value == b"*" || EntityTags(value).any(|known| known == opaque(etag)))
}

/// The opaque part of an entity tag.
fn opaque(etag: &[u8]) -> &[u8] {
    etag.strip_prefix(b"W/").unwrap_or(etag)
}

/// Iterates over the opaque tags of a list, with their quotes. A comma may stand within the quotes.
struct EntityTags<'a>(&'a [u8]);

impl<'a> Iterator for EntityTags<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        let is_between = |byte: &u8| matches!(byte, b' ' | b'\t' | b',');
        let start = self.0.iter().position(|byte| !is_between(byte))?;
        let tag = opaque(&self.0[start..]);
        let inside = tag.strip_prefix(b"\"")?;
        let end = inside.iter().position(|&byte| byte == b'"')?;
        let (tag, rest) = tag.split_at(end + 2);
        // A tag is followed by a comma or the end.
        let rest = rest.trim_ascii_start();
        self.0 = match rest.first() {
            None | Some(b',') => rest,
            Some(_) => &[],
        };
        Some(tag)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(values: &[&str], etag: &str) -> bool {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append(header::IF_NONE_MATCH, value.parse().expect("a value"));
        }
        none_match_names(&headers, etag.as_bytes())
    }

    #[test]
    fn a_tag_is_found_in_any_list_weak_or_strong() {
        for values in [
            &["\"a\""][..],
            &["W/\"a\""],
            &["\"b\", \"a\""],
            &["W/\"b\",W/\"a\",\"c\""],
            &[" ,, \"b\" ,\t\"a\" , "],
            &["\"b,c\", \"a\""],
            &["\"b\"", "\"a\""],
            &["\"\", \"a\""],
            &["*"],
            &[" * "],
        ] {
            assert!(names(values, "\"a\""), "{values:?}");
            assert!(names(values, "W/\"a\""), "{values:?}");
        }
    }

    #[test]
    fn another_tag_is_not_taken_for_it() {
        for values in [
            &[][..],
            &[""],
            &["\"A\""],
            &["a"],
            &["\"b, \"a\""],
            &["w/\"a\""],
            &["\"a"],
            &["W/"],
            &["\"b\" \"a\""],
            &["\"*\""],
            &["*, \"b\""],
            &["\"b,\\\"a\\\"\""],
        ] {
            assert!(!names(values, "\"a\""), "{values:?}");
        }
    }
}
