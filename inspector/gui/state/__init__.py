"""What the window knows: the session, the selection, commands and work off the UI thread."""
