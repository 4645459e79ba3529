"""A SillyTavern that runs on this computer, over its own interface (specs/sillytavern.md §4)."""
