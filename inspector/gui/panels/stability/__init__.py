"""How much of each turn's request a prompt cache can keep, and what would keep more."""
