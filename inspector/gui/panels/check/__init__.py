"""A captured request beside what is predicted: its parts, and a verdict on each."""
