import json
import logging
from urllib.error import HTTPError
from urllib.request import urlopen

from settle import settle

SERVICE = "https://games.example.com"


def results_of(game, round_number):
    """A list with the round's entry; empty until the round has a result."""
    try:
        with urlopen(f"{SERVICE}/embed/{game}/api/results?round={round_number}", timeout=10) as response:
            return json.load(response)
    except HTTPError as error:
        raise RuntimeError(f"The service answered {error.code}: {error.read().decode()}") from error
    except OSError as error:
        raise RuntimeError("The service does not answer.") from error


def settle_open_bets(game, open_bets, pay):
    """`pay` must pay a bet once, however often you call it with that bet. Raises while the service does not answer: catch that and call it again."""
    own = [bet for bet in open_bets if bet["game"] == game]
    for round_number in {bet["round"] for bet in own}:
        for entry in results_of(game, round_number):
            for bet in own:
                if bet["round"] == round_number:
                    try:
                        pay(bet, settle(entry, bet))  # {"outcome": "won", "returned": 195}
                    except Exception:
                        # This bet stays open, and the others are paid.
                        logging.exception("not settled: %s", bet)
