"""The timeline: messages, memories and bucket boundaries along the chat."""
