"""The panels, one folder a concern; none of them imports another."""
