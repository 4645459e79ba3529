"""*Open from SillyTavern…*: the chats of a SillyTavern folder, by character and group."""
