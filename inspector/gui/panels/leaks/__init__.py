"""The panel of what the reader of the block cannot know."""
