"""Serve chat completions at a port of this machine while a command runs: python model.py PORT COMMAND…"""

import json
import subprocess
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread


class Model(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        *_, text, claim = asked["messages"][0]["content"].splitlines()
        # Here a language model would answer; this looks the claim up.
        word = "supported" if claim.removeprefix("Claim: ").rstrip(".") in text else "unknown"
        answer = json.dumps({"choices": [{"message": {"role": "assistant", "content": word}}]}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_: object) -> None:
        pass


server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Model)
Thread(target=server.serve_forever, daemon=True).start()
sys.exit(subprocess.run(sys.argv[2:], check=False).returncode)
