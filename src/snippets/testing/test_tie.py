import json
import os
from urllib.request import Request, urlopen

CONTROL = os.environ.get("SANDBOX_CONTROL", "http://127.0.0.1:3101/")


def ask(**command):
    """Asks the sandbox for its state, or has it do something."""
    body = json.dumps(command).encode() if command else None
    with urlopen(Request(CONTROL, body, {"content-type": "application/json"})) as answer:
        return json.load(answer)


def returned(entry, side, stake):
    """Yours in its place: what a bet on a finished round returns."""
    if entry["result"] == "tie" and side != "tie":
        return stake
    return stake * 2 if entry["result"] == side else 0


def test_stakes_on_player_and_banker_come_back_when_baccarat_ties():
    address = ask()["address"]
    game_round = ask(do="next", game="baccarat", outcome="tie")["round"]
    # Bets are open now: place yours on this round.
    ask(do="move", to="result", game="baccarat")
    with urlopen(f"{address}/embed/baccarat/api/results?round={game_round}") as answer:
        [entry] = json.load(answer)
    assert returned(entry, "player", 100) == 100
    assert returned(entry, "banker", 100) == 100
