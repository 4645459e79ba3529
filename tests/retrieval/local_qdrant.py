"""A Qdrant in a folder, as Scribe would have made it."""


def make_local_qdrant(folder, collections):
    """Make collections of vectors of three numbers.

    Args:
        folder: where; it is made.
        collections: by name, the points: a vector and its payload each.
    """
    # Read here, by the few tests that have one: it takes a second.
    from qdrant_client import QdrantClient, models  # noqa: PLC0415

    client = QdrantClient(path=str(folder))
    size = models.VectorParams(size=3, distance=models.Distance.COSINE)
    for name, points in collections.items():
        client.create_collection(name, vectors_config=size)
        structs = [
            models.PointStruct(id=index, vector=vector, payload=payload)
            for index, (vector, payload) in enumerate(points)
        ]
        if structs:
            client.upsert(name, structs)
    client.close()
    return folder
