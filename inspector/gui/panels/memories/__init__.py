"""The memories: their table, and a form for the selected ones."""
