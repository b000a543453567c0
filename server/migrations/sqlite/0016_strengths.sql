-- An engine player's strength in tenths of a level, where it lies between two; `level` is the nearest one.

ALTER TABLE games ADD COLUMN strength INTEGER;
