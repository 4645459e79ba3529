"""The bytes of one JSON value: find them, replace them, leave all others as they are."""
