"""Questions on top of Scribe's rulesets."""
