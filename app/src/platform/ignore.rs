//! Explicitly ignored failures.

/// Ignores a failure, with the reason at the call.
pub fn ignore_failure<E>(_why: &str, result: Result<(), E>) {
    drop(result);
}
