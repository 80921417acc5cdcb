# A page with a live table, for Python. Keep the key in the environment, never in the code:
#   TABLESIDE_URL=https://games.example.com TABLESIDE_KEY=… PORT=8080 python3 server.py
import os
import re
import sys
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, quote, urlsplit

GAMES = {
    "dragontiger": "Dragon Tiger",
    "baccarat": "Baccarat",
    "bigsixball": "Big Six Ball",
}

service = os.environ.get("TABLESIDE_URL", "")
key = os.environ.get("TABLESIDE_KEY")
# The service has its host to itself, and the key travels on https: plain http is for this machine.
if not re.fullmatch(r"(https://[^/?#\s]+|http://(localhost|127\.0\.0\.1|\[::1\])(:\d+)?)/?", service) or not key:
    sys.exit("Set TABLESIDE_URL, an https address without a path, and TABLESIDE_KEY.")


def table(wanted):
    # Take nothing but a known game from the address.
    slug = wanted if wanted in GAMES else "dragontiger"
    src = f"{service.rstrip('/')}/embed/{slug}/?key={quote(key, safe='')}"
    return f"""<iframe src="{escape(src)}" title="{GAMES[slug]}"
  sandbox="allow-scripts allow-same-origin allow-popups" allowfullscreen
  style="width: 100%; aspect-ratio: 830 / 553; border: 0"></iframe>"""


class Page(BaseHTTPRequestHandler):
    def do_GET(self):
        query = parse_qs(urlsplit(self.path).query)
        wanted = query.get("game", [""])[0]
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        # The page holds the key: let no cache keep it.
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        page = f"<!doctype html><title>Live table</title>\n{table(wanted)}"
        self.wfile.write(page.encode())


port = int(os.environ.get("PORT", "8080"))
ThreadingHTTPServer(("127.0.0.1", port), Page).serve_forever()
