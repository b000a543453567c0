//! The encoding of server functions' arguments: JSON without unknown fields.

use leptos::server_fn::codec::{JsonEncoding, Post};
use leptos::server_fn::{Bytes, ContentType, Decodes, Encodes, Format, FormatType};
use serde::{Serialize, de::DeserializeOwned};

/// JSON without unknown fields, in the body of a `POST`.
pub type StrictJson = Post<StrictEncoding>;

/// JSON that is decoded strictly.
#[derive(Debug)]
pub struct StrictEncoding;

impl ContentType for StrictEncoding {
    const CONTENT_TYPE: &'static str = JsonEncoding::CONTENT_TYPE;
}

impl FormatType for StrictEncoding {
    const FORMAT_TYPE: Format = Format::Text;
}

impl<T: Serialize> Encodes<T> for StrictEncoding {
    type Error = serde_json::Error;

    fn encode(arguments: &T) -> Result<Bytes, Self::Error> {
        JsonEncoding::encode(arguments)
    }
}

impl<T: DeserializeOwned> Decodes<T> for StrictEncoding {
    type Error = serde_json::Error;

    #[cfg(feature = "ssr")]
    fn decode(bytes: Bytes) -> Result<T, Self::Error> {
        let mut reader = serde_json::Deserializer::from_slice(&bytes);
        let mut unknown = None;
        let arguments = serde_ignored::deserialize(&mut reader, |path| {
            unknown.get_or_insert_with(|| path.to_string());
        })?;
        reader.end()?;
        match unknown {
            // The name comes from the caller and may be long.
            Some(path) => {
                let path: String = path.chars().take(60).collect();
                Err(serde::de::Error::custom(format!("unknown field `{path}`")))
            }
            None => Ok(arguments),
        }
    }

    /// Only the server reads arguments.
    #[cfg(not(feature = "ssr"))]
    fn decode(bytes: Bytes) -> Result<T, Self::Error> {
        JsonEncoding::decode(bytes)
    }
}
