"""Sanguine Scribe."""
