"""Finds a work email over plain HTTP, with httpx and no client library.

    pip install -r examples/requirements.txt
    BASE_URL=http://127.0.0.1:8080 API_KEY=svc_test_... python3 examples/contact_find.py 'Ada Example' example.com
"""

import os
import sys
import time
import uuid

import httpx

BASE_URL = os.environ.get("BASE_URL", "http://127.0.0.1:8080")
API_KEY = os.environ.get("API_KEY", "")
TRIES_MAX = 4
WAIT_SECONDS = 5


def send(client: httpx.Client, method: str, path: str, **request) -> httpx.Response:
    """Sends a request that may be repeated: a read, or a write with an idempotency key."""
    for attempt in range(1, TRIES_MAX + 1):
        try:
            response = client.request(method, path, **request)
        except httpx.TransportError:
            # The answer is lost. With the key, a repetition is answered with the same run.
            if attempt == TRIES_MAX:
                raise
            time.sleep(attempt)
            continue
        if response.status_code not in (429, 503) or attempt == TRIES_MAX:
            return response
        time.sleep(float(response.headers.get("Retry-After", attempt)))
    raise AssertionError("unreachable")


def main(full_name: str, domain: str) -> int:
    headers = {"Authorization": f"Bearer {API_KEY}"}
    with httpx.Client(base_url=BASE_URL, headers=headers, timeout=WAIT_SECONDS + 30) as client:
        response = send(
            client,
            "POST",
            "/v1/run",
            # Keep the key with your own record of the job, so that a restarted program finds its run.
            headers={"Idempotency-Key": str(uuid.uuid4())},
            json={
                "capability": "contact.find",
                "input": {"full_name": full_name, "domain": domain},
                "routing": {"max_cost": "0.05"},
                "wait_seconds": WAIT_SECONDS,
            },
        )
        run = response.json()
        if "run_id" not in run:
            error = run["error"]
            print(f"{error['code']}: {error['message']} ({error['request_id']})", file=sys.stderr)
            return 1
        # 202: the run goes on. Wait for its end; the service holds the request until then.
        while not run["done"]:
            run = send(client, "GET", f"/v1/runs/{run['run_id']}", params={"wait": WAIT_SECONDS}).json()
    if run["status"] != "succeeded":
        print(f"{run['status']}: {run['error']['message']}")
        return 0
    print(f"found {run['result']['email']} at {run['provider']}, charged {run['billing']['charged']} USD")
    return 0


if __name__ == "__main__":
    arguments = sys.argv[1:]
    sys.exit(main(*(arguments if len(arguments) == 2 else ("Ada Example", "example.com"))))
