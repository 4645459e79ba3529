"""The block preview: the exact text of every prompt slot, with its tokens and its memories."""
