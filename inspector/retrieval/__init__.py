"""Finding what goes with a text: BM25, cosine, an embeddings endpoint, Qdrant; one protocol."""
