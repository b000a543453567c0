//! Attacks beside an honest bystander, one at a time: no other test may run beside them, so they are
//! a program of their own.

mod bystander_connections;
mod bystander_live;
mod bystander_people;
mod bystander_searches;
mod bystander_writes;
