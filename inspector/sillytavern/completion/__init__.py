"""The body of a request, put together from prompts, slots and messages as SillyTavern does."""
