"""The context enrichment agent (seed 004): it reads an exchange and proposes what to remember."""
