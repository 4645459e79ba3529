"""The panel in which a person chooses where items get their scores, and has them scored."""
