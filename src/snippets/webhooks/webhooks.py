# Receives webhooks, for Python:
# WEBHOOK_SECRET=whsec_… PORT=4001 python3 webhooks.py
import base64
import hmac
import os
import sqlite3
import time
from contextlib import closing
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

# While you replace the secret, set both, separated by a space.
SECRETS = [
    base64.b64decode(secret.removeprefix("whsec_"))
    for secret in os.environ.get("WEBHOOK_SECRET", "").split()
]
if not SECRETS:
    raise SystemExit("Set WEBHOOK_SECRET to the endpoint's whsec_…")
# Longer than any webhook; strangers could send gigabytes.
MAX_BYTES = 65_536
INSERT = "insert into webhook values (?, ?) on conflict do nothing"
PATH = os.environ.get("WEBHOOKS_DB", "webhooks.sqlite")
TABLE = "create table if not exists webhook (id text primary key, body text)"


def is_genuine(headers, body: bytes) -> bool:
    """Checks a Standard Webhooks signature.

    It is HMAC-SHA256 over the id, the time and the unchanged body.
    """
    message = headers.get("webhook-id", "")
    sent = headers.get("webhook-timestamp", "")
    if not sent.isdecimal() or abs(time.time() - int(sent)) > 300:
        return False
    signed = f"{message}.{sent}.".encode() + body
    hashes = [hmac.digest(key, signed, "sha256") for key in SECRETS]
    expected = [b"v1," + base64.b64encode(digest) for digest in hashes]
    given = headers.get("webhook-signature", "").split(" ")
    return any(
        hmac.compare_digest(signature.encode(), wanted)
        for signature in given
        for wanted in expected
    )


def store(message, body: str):
    with closing(sqlite3.connect(PATH)) as db, db:
        db.execute(TABLE)
        db.execute(INSERT, (message, body))


class Webhooks(BaseHTTPRequestHandler):
    timeout = 10  # Seconds: a silent sender must not block a thread.

    def do_POST(self):
        length = self.headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > MAX_BYTES:
            self.close_connection = True
            self.send_response(413)
            self.end_headers()
            return
        body = self.rfile.read(int(length))
        genuine = is_genuine(self.headers, body)
        if genuine:
            # Stores the webhook for later, because the response must
            # not wait. Ignores duplicates.
            store(self.headers["webhook-id"], body.decode())
        else:
            self.log_message("Rejected: check the secret and the clock.")
        # The service retries after any non-2xx response.
        self.send_response(204 if genuine else 400)
        self.end_headers()


port = int(os.environ.get("PORT", "4001"))
ThreadingHTTPServer(("127.0.0.1", port), Webhooks).serve_forever()
