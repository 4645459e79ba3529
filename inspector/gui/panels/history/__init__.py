"""The edits that were made."""
