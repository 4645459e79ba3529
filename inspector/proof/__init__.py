"""A captured request beside what is predicted, and what a prompt cache can keep of requests."""
