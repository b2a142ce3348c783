# Starts the service, calls every path with curl, and ends it.
explanans api --kb bicycle.txt --port 8765 --workers 1 --quiet 2>log.txt &
service=$!
until curl -sf localhost:8765/health >/dev/null; do sleep 1; done

ask() { curl -s "localhost:8765/$1" -d "$2" | python -c "import json, sys; print(json.load(sys.stdin)$3)"; }

ask explain '{"question": "What is an inner tube made of?", "answer": "rubber"}' '["verdict"]["status"]'
ask answer '{"question": "What is an inner tube made of?", "choices": ["rubber", "oil"]}' '["answers"][0]["answer"]'
ask rank '{"question": "What is an inner tube made of?", "answer": "rubber", "limit": 1}' '["facts"][0]["text"]'
ask check '{"claims": "The lamp is red.", "sources": ["The brass lamp is green."]}' '["claims"][0]["status"]'
ask graph '{"belief": "Zoos should be banned.", "argument": "Animals suffer in cages."}' '["graphs"][0]["stance"]'
ask check '{"claims": "The lamp is red."}' ''
curl -s localhost:8765/metrics | grep -q explanans && echo counted
kill $service
