# Settles open bets until you stop it, including bets from before a
# restart. Places a new player's bet on Banker in the next open round.
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


add_player("ann", 10_000)
bet = None
while True:
    try:
        for game in GAMES:
            settle_open_bets(game, open_bets(), pay_and_print)
        state = read("baccarat", "current")
        if bet is None and state["remainMs"] > 2_000:
            taken = take_bet("baccarat", state["round"], "banker", 100)
            place_bet(str(uuid.uuid4()), "ann", taken)
            bet = taken
            print("bet taken on round", state["round"], flush=True)
    except Exception as error:
        # After a refused bet or an outage, the next pass tries again.
        logging.error("%s", error)
        time.sleep(4)
    time.sleep(1)
