"""What is kept about characters, and about two of them."""
