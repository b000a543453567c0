//! The reducer's behaviour.
