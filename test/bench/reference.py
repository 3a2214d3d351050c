"""What people use: Python's json, the chapter's checks, and the fingerprint over the whole journal."""

import hashlib
import json
import sys

events = []
with open(sys.argv[1], encoding="utf-8", newline="\n") as journal:
    for line in journal:
        events.append(json.loads(line))
assert [event["sequence"] for event in events] == list(range(len(events)))
assert len({event["session_id"] for event in events}) == 1
assert len({event["provenance"]["run_id"] for event in events}) == 1
seen = set()
for event in events:
    assert event["event_id"] not in seen
    assert event.get("parent_event_id") is None or event["parent_event_id"] in seen
    seen.add(event["event_id"])
wire = json.dumps(events, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
print(hashlib.sha256(wire.encode("utf-8")).hexdigest())
