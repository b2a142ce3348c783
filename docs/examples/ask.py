import json
import re
import subprocess
import urllib.error
import urllib.request
from typing import Any

# 0 lets the system choose a port; the first line of the log says which.
COMMAND = ["explanans", "api", "--kb", "bicycle.txt", "--port", "0", "--workers", "1"]


def ask(address: str, function: str, **asked: object) -> Any:
    body = json.dumps(asked).encode()
    request = urllib.request.Request(f"{address}/{function}", body, {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        return json.load(error)


with subprocess.Popen(COMMAND, stderr=subprocess.PIPE, text=True) as service:
    assert service.stderr is not None
    address = next(found[0] for line in service.stderr if (found := re.search(r"http://[\d.:]+", line)))

    explained = ask(address, "explain", question="What is an inner tube made of?", answer="rubber")
    print(explained["verdict"]["status"], explained["verdict"]["because"])

    checked = ask(address, "check", claims=["The shop opens at six."], sources=["The shop closes at six."])
    print(checked["claims"][0]["status"], checked["claims"][0]["contradicted"][0]["why"])

    print(ask(address, "explain", question="What is an inner tube made of?", answer=" "))
    service.terminate()
