"""One place to find every action and everything that the chat holds, by keyboard."""
