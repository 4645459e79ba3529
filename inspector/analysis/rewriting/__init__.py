"""Rewriting summaries with any model that a person has, by copying and pasting."""
