"""One language to find memories, messages, entries and problems."""
