//! Waiting for what only one tab may have at a time.

use std::{cell::Cell, rc::Rc, time::Duration};

use super::timers::set_timeout;
use super::web_lock::{self, WebLock};

/// A lock that is not granted by then is another tab's.
const PATIENCE: Duration = Duration::from_millis(400);

/// As [`web_lock::acquire`]; calls `is_taken` once it turns out that another tab has the lock.
pub async fn acquire(name: &str, is_taken: impl FnOnce() + 'static) -> Option<WebLock> {
    let has_ended = Rc::new(Cell::new(false));
    let tell = {
        let has_ended = Rc::clone(&has_ended);
        move || {
            if !has_ended.get() {
                is_taken();
            }
        }
    };
    set_timeout(tell, PATIENCE);
    let lock = web_lock::acquire(name).await;
    has_ended.set(true);
    lock
}
