//! The rules of chess, evaluation and search. Pure: no files, sockets, threads or clock of its own.
//!
//! Everything that the outside world owns (time, a stop flag, randomness) is lent by the caller, so
//! the same code gives the same answers in the browser, on the server and on the command line.

pub mod rules;
