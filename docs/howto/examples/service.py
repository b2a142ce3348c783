"""Serve conclusions at a port of this machine while a command runs: python service.py PORT COMMAND…"""

import json
import subprocess
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread


class Joiner(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        # Here a language model would be asked; this joins the premises.
        text = " and ".join(asked["premises"])
        answer = json.dumps({"text": text}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_: object) -> None:
        pass


server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Joiner)
Thread(target=server.serve_forever, daemon=True).start()
sys.exit(subprocess.run(sys.argv[2:], check=False).returncode)
