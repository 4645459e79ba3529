"""Chats whose bytes have left the memory, however small they are."""

from inspector.files.spill import spill


def spilled(file):
    """A chat's file, once all that was read of it lies outside the memory."""
    for block in file.lines.blocks:
        assert spill(block.data)
        assert block.data.held is None
    return file
