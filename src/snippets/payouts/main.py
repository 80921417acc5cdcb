# Adds a player, takes a bet on Banker, and settles open bets until you
# stop it. If bets are closed, take_bet raises: start it again.
import logging
import time
import uuid

from bet_store import add_player, open_bets, pay, place_bet
from payouts import settle_open_bets
from take_bet import read, take_bet

GAMES = ("dragontiger", "baccarat", "bigsixball")


def pay_and_print(bet, settlement):
    pay(bet, settlement)
    print(bet["player"], settlement, flush=True)


round_number = read("baccarat", "current")["round"]
add_player("ann", 10_000)
bet = take_bet("baccarat", round_number, "banker", 100)
place_bet(str(uuid.uuid4()), "ann", bet)
while True:
    for game in GAMES:
        try:
            settle_open_bets(game, open_bets(), pay_and_print)
        except Exception:
            logging.exception("tried again in a second")
    time.sleep(1)
