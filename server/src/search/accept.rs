//! Proactive content negotiation (RFC 9110, sections 12.4.2 and 12.5.1): which form of a search's
//! answer `Accept` asks for. Neither axum nor `mime` weighs media ranges.

use std::cmp::Reverse;

use axum::http::{HeaderMap, header};

use super::response_format::ResponseFormat;
use crate::error::Refusal;

/// The highest weight, in thousandths: `q=1`, and a media range without `q`.
const MAX_WEIGHT: u16 = 1_000;

/// How exactly a media range names a content type; the most exact one decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Specificity {
    /// `*/*`
    Anything,
    /// `application/*`
    Type,
    /// `application/json`
    Exact,
}

/// The form with the highest weight; of several the one that `Accept` names first. JSON where none
/// of them is named, or where JSON is excluded and nothing else named, a form that is not.
///
/// # Errors
/// [`Refusal::NotAcceptable`] where every form has the weight 0.
pub fn negotiate(headers: &HeaderMap) -> Result<ResponseFormat, Refusal> {
    let values = headers.get_all(header::ACCEPT).iter();
    let values: Vec<_> = values.filter_map(|value| value.to_str().ok()).collect();
    let ranges: Vec<_> = values
        .iter()
        .flat_map(|value| value.split(','))
        .filter_map(MediaRange::parse)
        .collect();
    let weighed = ResponseFormat::ALL.map(|form| (form, weight(&ranges, form.media_type())));
    let wanted = weighed.iter().filter_map(|&(form, found)| match found {
        Some((weight, place)) if weight > 0 => Some((weight, place, form)),
        _ => None,
    });
    // The first of equals counts, and `ResponseFormat::ALL` decides within one range.
    if let Some((_, _, form)) = wanted.min_by_key(|&(weight, place, _)| (Reverse(weight), place)) {
        return Ok(form);
    }
    let unnamed = weighed.iter().find(|(_, found)| found.is_none());
    unnamed.map(|&(form, _)| form).ok_or(Refusal::NotAcceptable)
}

/// The weight of a content type and the place of the range that gives it.
fn weight(ranges: &[MediaRange<'_>], media_type: &str) -> Option<(u16, usize)> {
    let matching = ranges.iter().enumerate().filter_map(|(place, range)| {
        let specificity = range.specificity_for(media_type)?;
        Some((specificity, range.weight, Reverse(place)))
    });
    let (_, weight, Reverse(place)) = matching.max()?;
    Some((weight, place))
}

/// An element of `Accept`. Parameters other than the weight are not looked at: no form has any.
#[derive(Debug)]
struct MediaRange<'a> {
    name: &'a str,
    /// Thousandths; 0 excludes.
    weight: u16,
}

impl<'a> MediaRange<'a> {
    /// `None` where there is no type, or a weight that is none.
    fn parse(element: &'a str) -> Option<Self> {
        let mut parts = element.split(';').map(str::trim);
        let name = parts.next().filter(|name| name.contains('/'))?;
        let mut weight = MAX_WEIGHT;
        for part in parts {
            if let Some((key, value)) = part.split_once('=')
                && key.eq_ignore_ascii_case("q")
            {
                weight = parse_weight(value)?;
            }
        }
        Some(Self { name, weight })
    }

    fn specificity_for(&self, media_type: &str) -> Option<Specificity> {
        if self.name == "*/*" {
            return Some(Specificity::Anything);
        }
        if self.name.eq_ignore_ascii_case(media_type) {
            return Some(Specificity::Exact);
        }
        let family = self.name.strip_suffix("/*")?;
        let (own, _) = media_type.split_once('/')?;
        own.eq_ignore_ascii_case(family)
            .then_some(Specificity::Type)
    }
}

/// A `qvalue`: 0 to 1 with at most three decimals; in thousandths.
fn parse_weight(text: &str) -> Option<u16> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    if decimals.len() > 3 || !decimals.bytes().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    let thousandths: u16 = format!("{decimals:0<3}").parse().ok()?;
    match whole {
        "0" => Some(thousandths),
        "1" if thousandths == 0 => Some(MAX_WEIGHT),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(accept: &str) -> Result<ResponseFormat, Refusal> {
        let mut headers = HeaderMap::new();
        headers.insert(header::ACCEPT, accept.parse().expect("a value"));
        negotiate(&headers)
    }

    #[test]
    fn the_highest_weight_counts_and_of_equals_the_first() {
        for (accept, form) in [
            ("", ResponseFormat::Json),
            ("*/*", ResponseFormat::Json),
            (
                "text/html,application/xhtml+xml,*/*;q=0.8",
                ResponseFormat::Json,
            ),
            ("application/x-ndjson", ResponseFormat::Lines),
            ("Application/X-NDJSON ; Q=0.5", ResponseFormat::Lines),
            (
                "text/event-stream;q=0.9, application/json",
                ResponseFormat::Json,
            ),
            (
                "application/json;q=0.9, text/event-stream",
                ResponseFormat::Events,
            ),
            (
                "text/event-stream, application/x-ndjson",
                ResponseFormat::Events,
            ),
            (
                "application/x-ndjson, text/event-stream",
                ResponseFormat::Lines,
            ),
            ("text/*", ResponseFormat::Events),
            ("application/*, text/event-stream", ResponseFormat::Json),
            (
                "*/*;q=0.1, application/x-ndjson;q=0.101",
                ResponseFormat::Lines,
            ),
            ("application/json;charset=utf-8", ResponseFormat::Json),
        ] {
            assert_eq!(of(accept), Ok(form), "{accept}");
        }
        assert_eq!(negotiate(&HeaderMap::new()), Ok(ResponseFormat::Json));
    }

    #[test]
    fn the_most_exact_range_gives_the_weight() {
        for (accept, form) in [
            ("application/json;q=0, */*", ResponseFormat::Lines),
            ("*/*, application/json;q=0.000", ResponseFormat::Lines),
            ("application/*;q=0, */*", ResponseFormat::Events),
            ("*/*;q=0, text/event-stream", ResponseFormat::Events),
            (
                "application/*;q=0.2, application/json;q=0.1",
                ResponseFormat::Lines,
            ),
        ] {
            assert_eq!(of(accept), Ok(form), "{accept}");
        }
    }

    #[test]
    fn what_is_not_named_is_answered_with_json_unless_that_is_excluded() {
        for (accept, form) in [
            ("application/xml", ResponseFormat::Json),
            ("text/event-stream;q=0", ResponseFormat::Json),
            ("application/json;q=0", ResponseFormat::Lines),
            (
                "application/json;q=0, application/x-ndjson;q=0",
                ResponseFormat::Events,
            ),
        ] {
            assert_eq!(of(accept), Ok(form), "{accept}");
        }
    }

    #[test]
    fn whoever_excludes_every_form_is_refused() {
        for accept in [
            "*/*;q=0",
            "text/html, */*;q=0.0",
            "application/*;q=0, text/event-stream;q=0",
            "application/json;q=0,application/x-ndjson;q=0,text/event-stream;q=0",
        ] {
            assert_eq!(of(accept), Err(Refusal::NotAcceptable), "{accept}");
        }
    }

    #[test]
    fn a_range_that_cannot_be_read_does_not_count() {
        for accept in [
            "application/x-ndjson;q=2",
            "application/x-ndjson;q=1.001",
            "application/x-ndjson;q=0.1234",
            "application/x-ndjson;q=-1",
            "application/x-ndjson;q=high",
            "application/x-ndjson;q=",
            "ndjson",
            ";q=1",
            ",,",
        ] {
            assert_eq!(of(accept), Ok(ResponseFormat::Json), "{accept}");
        }
    }
}
