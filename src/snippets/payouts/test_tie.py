import json
import os
from urllib.request import Request, urlopen

from settle import settle

CONTROL = os.environ.get("SANDBOX_CONTROL", "http://127.0.0.1:3101/")


def ask(**command):
    """Sends a command to the sandbox, or requests its state."""
    body = json.dumps(command).encode() if command else None
    headers = {"content-type": "application/json"}
    with urlopen(Request(CONTROL, body, headers)) as response:
        return json.load(response)


def read(path):
    url = ask()["url"]
    with urlopen(f"{url}/embed/baccarat/api/{path}") as response:
        return json.load(response)


def bet(game_round, market):
    """Replace this with a bet from your own database."""
    schedule = read("schedule")
    since_genesis_ms = (game_round - 1) * schedule["intervalMs"]
    start_ms = schedule["genesis"] + since_genesis_ms
    return {
        "game": "baccarat",
        "round": game_round,
        "market": market,
        "stake": 100,
        "placedAtMs": schedule["now"],
        "closesAtMs": start_ms + schedule["closesMs"],
    }


def test_a_baccarat_tie_returns_stakes_on_player_and_banker():
    ask(do="reset")
    game_round = ask(do="next", game="baccarat", outcome="tie")["round"]
    # Bets are open now: place your own on this round.
    bets = [bet(game_round, "player"), bet(game_round, "banker")]
    ask(do="move", to="result", game="baccarat")
    [entry] = read(f"results?round={game_round}")
    push = {"outcome": "push", "returned": 100}
    for placed in bets:
        assert settle(entry, placed) == push
