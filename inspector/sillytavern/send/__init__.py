"""From pressing Send to the request: who speaks, what is put in, in which order."""
