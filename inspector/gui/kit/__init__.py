"""What every panel is made of: theme, labels, glyphs, fields and words."""
