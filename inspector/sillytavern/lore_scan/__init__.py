"""SillyTavern's own scan of lorebooks: which entries are active, in which order and place."""
