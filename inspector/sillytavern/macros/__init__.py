"""SillyTavern's macros: `{{user}}`, `{{if …}}`, `{{random::a::b}}` and the like."""
