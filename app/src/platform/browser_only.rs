//! Values that only the browser has.

#[cfg(feature = "hydrate")]
use leptos::prelude::*;

/// A worker, a socket or timers: made, read and dropped on the page's one thread. The server, which
/// may end a request on another thread than it began on, keeps nothing.
pub struct BrowserOnly<T: 'static>(Kept<T>);

#[cfg(feature = "hydrate")]
type Kept<T> = StoredValue<T, LocalStorage>;
#[cfg(not(feature = "hydrate"))]
type Kept<T> = std::marker::PhantomData<fn() -> T>;

impl<T> Clone for BrowserOnly<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for BrowserOnly<T> {}

#[cfg(feature = "hydrate")]
impl<T> BrowserOnly<T> {
    /// Keeps the value until the component that calls this is gone.
    pub fn new(value: T) -> Self {
        Self(StoredValue::new_local(value))
    }

    /// Reads the value, unless its component is gone.
    pub fn with<R>(self, read: impl FnOnce(&T) -> R) -> Option<R> {
        self.0.try_with_value(read)
    }

    /// Changes the value, unless its component is gone.
    pub fn update<R>(self, change: impl FnOnce(&mut T) -> R) -> Option<R> {
        self.0.try_update_value(change)
    }
}

#[cfg(not(feature = "hydrate"))]
impl<T> BrowserOnly<T> {
    pub fn new(_value: T) -> Self {
        Self(std::marker::PhantomData)
    }

    pub fn with<R>(self, _read: impl FnOnce(&T) -> R) -> Option<R> {
        None
    }

    pub fn update<R>(self, _change: impl FnOnce(&mut T) -> R) -> Option<R> {
        None
    }
}
