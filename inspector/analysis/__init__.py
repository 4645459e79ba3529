"""Pure questions on top of a document and its rulesets."""
