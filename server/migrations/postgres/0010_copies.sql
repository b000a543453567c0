-- A row while a copy of another store into this one is not finished.
CREATE TABLE unfinished_copy (
    source TEXT NOT NULL -- where it is from, as it was typed
);
