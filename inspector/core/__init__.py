"""Frozen values and pure functions; knows no disk, no Qt and no tokenizer."""
