"""What happens before the next request is sent."""
