"""Rewriting summaries, one after another."""
