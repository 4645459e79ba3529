"""HTTP servers on the loopback address that answer as a test says."""

import json
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


def embedded(texts):
    """What a right server answers: in any order, each with its index."""
    rows = [{"index": index, "embedding": [len(text), 1.5]} for index, text in enumerate(texts)]
    return {"object": "list", "data": rows[::-1]}


@contextmanager
def server(answer, secured_by=None):
    """A server that answers each request by `answer(handler, body)`; yields it with its log.

    `secured_by` is the TLS context where it speaks https.
    """
    requests = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            self.do_POST()

        def do_POST(self):
            length = int(self.headers.get("Content-Length", 0))
            body = json.loads(self.rfile.read(length) or b"null")
            requests.append((self.path, dict(self.headers), body))
            try:
                answer(self, body)
            except (ConnectionError, TimeoutError):
                # The client gave up, which is what the test is about.
                self.close_connection = True

        def log_message(self, *arguments):
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as running:
        running.daemon_threads = True
        if secured_by is not None:
            running.socket = secured_by.wrap_socket(running.socket, server_side=True)
        thread = threading.Thread(target=running.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield f"http://127.0.0.1:{running.server_address[1]}/v1", requests
        finally:
            running.shutdown()
            thread.join()


def say(status, content, **headers):
    data = content if isinstance(content, bytes) else json.dumps(content).encode()

    def answer(handler, _body):
        handler.send_response(status)
        for name, value in {"Content-Length": str(len(data)), **headers}.items():
            handler.send_header(name, value)
        handler.end_headers()
        handler.wfile.write(data)

    return answer


def right(handler, body):
    say(200, embedded(body["input"]))(handler, body)


def qdrant(points, dimension=3, name="scribe_embeddings"):
    """Answers as a running Qdrant does whose searches find `points`, (score, payload) pairs."""
    info = {
        "status": "green",
        "optimizer_status": "ok",
        "points_count": len(points),
        "segments_count": 1,
        "payload_schema": {},
        "config": {
            "params": {"vectors": {"size": dimension, "distance": "Cosine"}},
            "hnsw_config": {"m": 16, "ef_construct": 100, "full_scan_threshold": 10_000},
            "optimizer_config": {
                "deleted_threshold": 0.2,
                "vacuum_min_vector_number": 1000,
                "default_segment_number": 0,
                "flush_interval_sec": 5,
            },
        },
    }
    rows = [
        {"id": index, "version": 1, "score": found, "payload": payload}
        for index, (found, payload) in enumerate(points)
    ]
    results = {
        "/collections": {"collections": [{"name": name}]},
        f"/collections/{name}": info,
        f"/collections/{name}/points/query": {"points": rows},
    }

    def answer(handler, body):
        result = results[handler.path.partition("?")[0]]
        say(200, {"result": result, "status": "ok", "time": 0.0})(handler, body)

    return answer
