"""Memory Inspector: what a roleplay chat's memory will put into the prompt, and why."""
