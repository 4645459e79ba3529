"""What may get a message or an item into the request: searches that `analysis.trial` runs."""
