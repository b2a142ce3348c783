import json
from pathlib import Path

for line in Path("explanations.jsonl").read_text(encoding="utf-8").splitlines():
    record = json.loads(line)
    doubtful = [verdict for verdict in record["verdicts"] if verdict["unsupported"] or verdict["follows"] < 0.5]
    steps = record["tree"]["steps"] if record["tree"] else []
    print(f"{record['id']}: steps {len(steps)}, doubtful {len(doubtful)}, missing links {len(record['missing'])}")
