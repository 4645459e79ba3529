"""The lorebook and the chronicle beside the chat: two tables, and all of what is selected."""
