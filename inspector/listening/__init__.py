"""A forwarding proxy on the loopback address that records what is really sent to a model."""
