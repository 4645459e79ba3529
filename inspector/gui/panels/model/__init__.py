"""The language model that a person named: where it is, what it was sent."""
