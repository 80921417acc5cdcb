import json
import logging
import os
from http.client import HTTPException
from urllib.error import HTTPError
from urllib.request import urlopen

from settle import settle

SERVICE = os.environ.get("TABLESIDE_URL", "https://games.example.com")


def results_of(game, round_number):
    """A list with the round's entry; empty before its result."""
    url = f"{SERVICE}/embed/{game}/api/results?round={round_number}"
    try:
        with urlopen(url, timeout=10) as response:
            return json.load(response)
    except HTTPError as error:
        detail = error.read().decode(errors="replace")
        raise RuntimeError(f"{error.code}: {detail}") from error
    except (OSError, HTTPException, ValueError) as error:
        raise RuntimeError("The service does not respond.") from error


def settle_open_bets(game, open_bets, pay):
    """Settles the bets whose rounds have results.

    `pay` must pay each bet only once, even if called again. Raises if
    the service does not respond: catch the exception and try again
    later.
    """
    own = [bet for bet in open_bets if bet["game"] == game]
    for round_number in {bet["round"] for bet in own}:
        for entry in results_of(game, round_number):
            for bet in own:
                if bet["round"] == round_number:
                    try:
                        # For example, {"outcome": "won", "returned":
                        # 200}.
                        pay(bet, settle(entry, bet))
                    except Exception:
                        # This bet stays open; the loop pays the others.
                        logging.exception("not settled: %s", bet)
