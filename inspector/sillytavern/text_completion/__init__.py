"""Text completion: the one prompt put together as SillyTavern does (specs/send-path.md §7)."""
