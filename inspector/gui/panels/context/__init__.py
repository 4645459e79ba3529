"""The context map: what shares a request's tokens, what falls out of it, what a budget would do."""
