"""Two blocks side by side, and what their difference in tokens comes from."""
