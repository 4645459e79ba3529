"""A language model of the person's own: one endpoint, which proposes and never writes."""
