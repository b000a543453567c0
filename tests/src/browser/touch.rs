//! Touch input. The DevTools protocol requires an empty list of points at the end of a touch, which
//! the generated command omits.

use std::borrow::Cow;

use chromiumoxide::cdp::browser_protocol::input::{
    DispatchTouchEventReturns, DispatchTouchEventType, TouchPoint,
};
use chromiumoxide::{Command, Method};
use serde::Serialize;

/// `Input.dispatchTouchEvent`.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Touch {
    r#type: DispatchTouchEventType,
    touch_points: Vec<TouchPoint>,
}

impl Touch {
    /// A finger at a place in CSS pixels; none when it is lifted.
    pub fn new(kind: DispatchTouchEventType, place: Option<(f64, f64)>) -> Self {
        let touch_points = place
            .into_iter()
            .map(|(x, y)| TouchPoint::new(x, y))
            .collect();
        Self {
            r#type: kind,
            touch_points,
        }
    }
}

impl Method for Touch {
    fn identifier(&self) -> Cow<'static, str> {
        "Input.dispatchTouchEvent".into()
    }
}

impl Command for Touch {
    type Response = DispatchTouchEventReturns;
}
