"""The messages of a chat: a table, a reader, and ways to find one."""
