//! All attacks together, from addresses of their own, while honest people play and search.
