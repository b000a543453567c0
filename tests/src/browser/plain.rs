//! A command of the DevTools protocol with its answer as plain JSON. A newer browser answers some
//! with values that the generated types do not know.

use std::borrow::Cow;

use chromiumoxide::{Command, Method};
use serde::Serialize;
use serde_json::Value;

/// A command by its name.
#[derive(Debug, Serialize)]
#[serde(transparent)]
pub struct Plain {
    parameters: Value,
    #[serde(skip)]
    method: &'static str,
}

impl Plain {
    /// `Domain.method` with its parameters, an object.
    pub fn new(method: &'static str, parameters: Value) -> Self {
        Self { parameters, method }
    }
}

impl Method for Plain {
    fn identifier(&self) -> Cow<'static, str> {
        self.method.into()
    }
}

impl Command for Plain {
    type Response = Value;
}
