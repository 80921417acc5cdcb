import json
import os
import sqlite3

# Players and their bets in one SQLite file.
path = os.environ.get("BETS_DB", "bets.sqlite")
# Waits for other processes that use the file.
db = sqlite3.connect(path, timeout=5, isolation_level=None)
db.executescript("""
    pragma foreign_keys = on;
    create table if not exists player (
        id text primary key,
        balance integer not null check (balance >= 0)
    ) strict;
    create table if not exists bet (
        id integer primary key, request text not null,
        player text not null references player,
        details text not null, outcome text, returned integer,
        unique (player, request)
    ) strict;
    create index if not exists open_bet on bet (id)
        where outcome is null;
""")


def add_player(player, balance):
    """Adds a player, unless the id exists."""
    add = "insert or ignore into player (id, balance) values (?, ?)"
    db.execute(add, (player, balance))


def place_bet(request, player, bet):
    """Stores a bet that `take_bet` returned, and debits its stake.

    A repeated request id has no effect: create the id in the browser.
    """
    debit = """update player set balance = balance - ?
        where id = ? and balance >= ?"""
    insert = """insert into bet (request, player, details)
        values (?, ?, ?) on conflict do nothing"""
    stake = bet["stake"]
    with db:
        db.execute("begin immediate")
        row = (request, player, json.dumps(bet))
        if db.execute(insert, row).rowcount == 0:
            return
        if db.execute(debit, (stake, player, stake)).rowcount == 0:
            raise ValueError(f"Player {player} does not have {stake}.")


def find_bet(request, player):
    """The player's bet with this request id, or None.

    Call this before `take_bet`, which raises on a retry after bets have
    closed.
    """
    find = """select details, outcome, returned from bet
        where request = ? and player = ?"""
    for details, outcome, returned in db.execute(find, (request, player)):
        settled = {"outcome": outcome, "returned": returned}
        return json.loads(details) | settled
    return None


def open_bets():
    """The bets to pass to `settle_open_bets`."""
    select = "select id, player, details from bet where outcome is null"
    return [
        json.loads(details) | {"id": bet_id, "player": player}
        for bet_id, player, details in db.execute(select)
    ]


def pay(bet, settlement):
    """Closes a bet and credits its player. A repeated call has no effect."""
    close = """update bet set outcome = ?, returned = ?
        where id = ? and outcome is null"""
    credit = "update player set balance = balance + ? where id = ?"
    outcome, returned = settlement["outcome"], settlement["returned"]
    with db:
        db.execute("begin immediate")
        if db.execute(close, (outcome, returned, bet["id"])).rowcount == 1:
            db.execute(credit, (returned, bet["player"]))
