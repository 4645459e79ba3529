"""The window itself: starting it, its menus and docks, and what is wired to what."""
