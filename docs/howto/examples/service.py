"""Serve chat completions at a port of this machine while a command runs: python service.py PORT COMMAND…"""

import json
import subprocess
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

KNOWN = {
    frozenset(("Sandpaper removes grease from rubber", "An inner tube is made of rubber")): (
        "Sandpaper removes grease from an inner tube."
    )
}


class Model(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["messages"][-1]["content"]
        facts = [line.removeprefix("- ").rstrip(".") for line in asked.splitlines() if line.startswith("- ")]
        # Here a language model would answer; this knows one step by heart.
        text = KNOWN.get(frozenset(facts), "I do not know.")
        answer = json.dumps({"choices": [{"message": {"role": "assistant", "content": text}}]}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_: object) -> None:
        pass


server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Model)
Thread(target=server.serve_forever, daemon=True).start()
sys.exit(subprocess.run(sys.argv[2:], check=False).returncode)
