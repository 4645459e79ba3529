"""What SillyTavern knows besides a chat's file, read once from its data folder."""
