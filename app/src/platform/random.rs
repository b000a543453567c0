//! The browser's randomness, for the page and the worker.

use js_sys::Reflect;
use wasm_bindgen::JsCast;
use web_sys::Crypto;

/// `N` random bytes.
pub fn bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0u8; N];
    let crypto = Reflect::get(&js_sys::global(), &"crypto".into());
    let drawn = crypto
        .map(JsCast::unchecked_into::<Crypto>)
        .and_then(|crypto| crypto.get_random_values_with_u8_array(&mut bytes));
    if drawn.is_err() {
        bytes.fill_with(|| (js_sys::Math::random() * 256.0) as u8);
    }
    bytes
}
