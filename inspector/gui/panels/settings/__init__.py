"""The form of a ruleset's settings: one row a setting, one editor a kind."""
