"""Listening for requests as they are sent."""
