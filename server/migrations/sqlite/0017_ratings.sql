-- Of a visitor's game against an engine: their moves whose loss was measured, and what these lost together,
-- hundredths of a point of the chance to win; none where the game does not tell their strength.

ALTER TABLE games ADD COLUMN loss_moves INTEGER;
ALTER TABLE games ADD COLUMN loss_hundredths INTEGER;

-- Games from this one on tell a visitor's strength; none: all of them.
ALTER TABLE users ADD COLUMN rated_from INTEGER;
