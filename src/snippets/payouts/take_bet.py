import json
import math
import os
import time
from http.client import HTTPException
from urllib.error import HTTPError
from urllib.request import urlopen

from settle import check_bet

SERVICE = os.environ.get("TABLESIDE_URL", "https://games.example.com")


def read(game, name):
    try:
        url = f"{SERVICE}/embed/{game}/api/{name}"
        with urlopen(url, timeout=5) as response:
            return json.load(response)
    except HTTPError as error:
        # A proxy can respond with HTML.
        detail = error.read().decode(errors="replace")
        raise RuntimeError(f"{error.code}: {detail}") from error
    except (OSError, HTTPException, ValueError) as error:
        raise RuntimeError("The service does not respond.") from error


def closes_at_ms(round_number, schedule):
    """When bets on a round close.

    From the next UTC day, `next` applies, unless it is null.
    """
    following = schedule["next"]
    is_today = following is None or round_number < following["round"]
    since_genesis_ms = (round_number - 1) * schedule["intervalMs"]
    start_ms = schedule["genesis"] + since_genesis_ms
    return start_ms + (schedule if is_today else following)["closesMs"]


def take_bet(game, round_number, market, stake, teams=()):
    """Returns the bet to store.

    Raises SettleError if the bet is invalid, ValueError if bets are not
    open, and another error if the service does not respond.
    """
    bet = {
        "game": game,
        "round": round_number,
        "market": market,
        "teams": list(teams or ()),
        "stake": stake,
    }
    # Checks the bet before any request, with placeholder times.
    check_bet(bet | {"placedAtMs": 10**12, "closesAtMs": 10**12})
    current = read(game, "current")
    started = time.monotonic()
    schedule = read(game, "schedule")
    # Adds the request's duration, so that the time is never too early.
    duration_ms = math.ceil((time.monotonic() - started) * 1000)
    placed_at_ms = schedule["now"] + duration_ms
    closes = closes_at_ms(round_number, schedule)
    is_open = (
        current["round"] == round_number
        and current["phase"] == "betting"
        and current["remainMs"] > 0
    )
    if not is_open or placed_at_ms >= closes:
        raise ValueError(f"Bets on round {round_number} are not open.")
    return bet | {"placedAtMs": placed_at_ms, "closesAtMs": closes}
