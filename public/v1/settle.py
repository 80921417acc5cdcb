"""Settles bets on Tableside rounds. Needs Python 3.9 and nothing else.

    from settle import settle, SettleError
    settle(entry, bet)            # {"outcome": "won", "returned": 200}
    settle(entry, bet, {"baccarat": {"banker": {"won": [1, 1], "won-with-six": [1, 2]}}})

`entry` is a round from api/results. `bet` is a dict: game, round, market, teams (Big Six Ball only),
stake, placedAtMs, closesAtMs. Amounts are whole numbers in the smallest unit of a currency; winnings
and half stakes are rounded down. A bet placed at or after its closing time is void. If a bet cannot be
settled, this raises a SettleError with a `code`, and the bet stays open.
"""

MAX_STAKE = 1_000_000_000_000  # Payouts are exact in PHP and JavaScript too.
MAX_TERM = 1_000_000
MAX_ODDS = 1_000
VALUES = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
TEAMS = ["rovers", "united", "city", "wanderers", "athletic", "rangers"]  # Numbers 1 to 6.


class SettleError(Exception):
    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


def settle(entry, bet, paytable=None):
    """Settles a bet: {"outcome": won, lost, push, half or void, "returned": including the stake}."""
    read, prizes, event_of, teams = check_bet(bet)
    played = read(require_finished(entry, bet.get("round")))
    event = event_of(played, *teams)
    paytable = {} if paytable is None else paytable
    check_paytable(paytable)
    own = paytable.get(bet["game"], {}).get(bet["market"], {})
    prize = "lost" if event is None else own.get(event, prizes[event])
    if bet["placedAtMs"] >= bet["closesAtMs"]:
        return {"outcome": "void", "returned": bet["stake"]}
    return settlement_of(prize, bet["stake"])


def settlement_of(prize, stake):
    if prize == "lost":
        return {"outcome": "lost", "returned": 0}
    if prize == "push":
        return {"outcome": "push", "returned": stake}
    if prize == "half":
        return {"outcome": "half", "returned": stake // 2}
    wins, per = prize
    return {"outcome": "won", "returned": stake + stake * wins // per}


# Checks before settlement.


def is_whole(value, highest=2**53 - 1):
    return isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= highest


def is_time_ms(value):
    # A time in seconds is far below this, and would make every bet seem early.
    return is_whole(value) and value >= 1_000_000_000_000


def check_bet(bet):
    """Raises the errors that depend on the bet alone. Call it before you accept one."""
    game = bet.get("game")
    if not isinstance(game, str) or game not in GAMES:
        raise SettleError("unknown-game", f"{game!r} is not a game. Use one of: {', '.join(GAMES)}.")
    read, markets = GAMES[game]
    market = bet.get("market")
    if not isinstance(market, str) or market not in markets:
        raise SettleError("unknown-market", f"{game} has no market {market!r}. Use one of: {', '.join(markets)}.")
    team_count, prizes, event_of = markets[market]
    teams = [] if bet.get("teams") is None else bet["teams"]
    known = TEAMS if game == "bigsixball" else []
    is_right = isinstance(teams, list) and len(teams) == team_count
    if not is_right or not all(team in known for team in teams) or len(set(teams)) < team_count:
        wanted = f"a list of {team_count}, all different, from: {', '.join(known)}" if team_count else "an empty list"
        raise SettleError("bad-teams", f'"teams" of a bet on {market} must be {wanted}.')
    if not is_whole(bet.get("round")):
        raise SettleError("bad-round", "A round must be a whole number from 1, not a string.")
    if not is_whole(bet.get("stake"), MAX_STAKE):
        raise SettleError("bad-stake", f"A stake must be a whole number from 1 to {MAX_STAKE}, such as cents.")
    for name in ("placedAtMs", "closesAtMs"):
        if bet.get(name) is None:
            raise SettleError("bad-time", f"{name} is missing. Use the bet that take_bet returned.")
        if not is_time_ms(bet[name]):
            raise SettleError("bad-time", f"{name} must be a whole number of milliseconds since 1970, not seconds.")
    return read, prizes, event_of, teams


def require_finished(entry, number):
    if entry is None:
        raise SettleError("unfinished", f"Round {number} is not in the results yet.")
    if not isinstance(entry, dict) or not is_whole(entry.get("round")):
        raise contradiction("it has no round number")
    if entry["round"] != number:
        raise SettleError("wrong-round", f"The bet is on round {number}, but the entry is for {entry['round']}.")
    if entry.get("phase") in ("betting", "revealing"):
        raise SettleError("unfinished", f"Round {number} is not over.")
    return entry


def check_paytable(paytable):
    for game, markets in items(paytable):
        if game not in GAMES:
            raise bad_paytable(f"{game!r} is not a game.")
        for market, events in items(markets):
            if market not in GAMES[game][1]:
                raise bad_paytable(f"{game} has no market {market!r}.")
            for event, prize in items(events):
                if event not in GAMES[game][1][market][1]:
                    raise bad_paytable(f"{game} {market} has no event {event!r}.")
                if not is_prize(prize):
                    raise bad_paytable(f'{game} {market} {event} must pay odds such as [19, 20], "push", "half" or "lost".')


def is_prize(prize):
    if not isinstance(prize, (list, tuple)):
        return prize in ("push", "half", "lost")
    is_pair = len(prize) == 2 and all(is_whole(term, MAX_TERM) for term in prize)
    return is_pair and prize[0] <= MAX_ODDS * prize[1]


def items(table):
    if not isinstance(table, dict):
        raise bad_paytable("A paytable is {game: {market: {event: prize}}}.")
    return table.items()


def bad_paytable(message):
    return SettleError("bad-paytable", message)


def contradiction(what):
    return SettleError("bad-entry", f"The entry cannot be right: {what}.")


FIELDS = {
    "dragontiger": ["dragon", "tiger", "result"],
    "baccarat": ["player_cards", "banker_cards", "player_total", "banker_total", "natural", "result"],
    "bigsixball": ["result_map"],
}


def require_fields(entry, game):
    missing = [name for name in FIELDS[game] if name not in entry]
    if missing:
        for other, names in FIELDS.items():
            if all(name in entry for name in names):
                raise SettleError("wrong-game", f"The entry is for {other}, but the bet is on {game}.")
        raise contradiction(f'it has no "{missing[0]}" field')
    for name in FIELDS[game]:
        if entry[name] is None:
            raise SettleError("unfinished", f'"{name}" is still null: wait until the round is over.')


# Reads rounds for the markets.


class Card:
    """Rank 1 (ace) to 13 (king), and the suit's letter."""

    def __init__(self, card):
        is_card = isinstance(card, dict) and card.get("value") in VALUES
        if not is_card or card.get("suit") not in ("S", "H", "D", "C"):
            raise contradiction("a card does not exist")
        self.rank = VALUES.index(card["value"]) + 1
        self.suit = card["suit"]
        self.points = 0 if self.rank >= 10 else self.rank


class DragonTiger:
    def __init__(self, entry):
        require_fields(entry, "dragontiger")
        self.dragon, self.tiger = Card(entry["dragon"]), Card(entry["tiger"])
        self.lead = self.dragon.rank - self.tiger.rank
        if entry["result"] != winner(self.lead, "dragon", "tiger"):
            raise contradiction("its result does not match its cards")


class Baccarat:
    def __init__(self, entry):
        require_fields(entry, "baccarat")
        self.player = read_hand(entry["player_cards"])
        self.banker = read_hand(entry["banker_cards"])
        self.cards = len(self.player) + len(self.banker)
        self.player_total, self.banker_total = total(self.player), total(self.banker)
        self.lead = self.player_total - self.banker_total
        if entry["player_total"] != self.player_total or entry["banker_total"] != self.banker_total:
            raise contradiction("a total does not match its cards")
        if entry["result"] != winner(self.lead, "player", "banker"):
            raise contradiction("its result does not match its totals")
        self.natural = total(self.player[:2]) >= 8 or total(self.banker[:2]) >= 8
        if entry["natural"] is not self.natural or (self.natural and self.cards > 4):
            raise contradiction("its natural flag does not match its cards")


def winner(lead, first, second):
    return first if lead > 0 else second if lead < 0 else "tie"


def read_hand(cards):
    if not isinstance(cards, list) or len(cards) not in (2, 3):
        raise contradiction("a hand does not have two or three cards")
    return [Card(card) for card in cards]


def total(hand):
    return sum(card.points for card in hand) % 10


def is_pair(hand):
    return hand[0].rank == hand[1].rank


def is_perfect(hand):
    return is_pair(hand) and hand[0].suit == hand[1].suit


def ranking(entry):
    """The teams from first place to last."""
    require_fields(entry, "bigsixball")
    ranks = entry["result_map"]
    is_map = isinstance(ranks, dict) and sorted(ranks) == sorted(TEAMS)
    if not is_map or not all(is_whole(rank, 6) for rank in ranks.values()) or len(set(ranks.values())) < 6:
        raise contradiction("its ranks are not 1 to 6, one for each team")
    return sorted(TEAMS, key=ranks.get)


# The markets: the number of teams, the payout of each event, and a function that returns the event.


def simple(prize, wins, teams=0):
    return teams, {"won": prize}, lambda *played: "won" if wins(*played) else None


def higher(sign):
    def event(played):
        return "tie" if played.lead == 0 else "won" if played.lead * sign > 0 else None

    return 0, {"won": [1, 1], "tie": "half"}, event


def of_card(side):
    def odd(played):
        rank = getattr(played, side).rank
        return "seven" if rank == 7 else "won" if rank % 2 == 1 else None

    return {
        f"{side}-big": simple([1, 1], lambda played: getattr(played, side).rank > 7),
        f"{side}-small": simple([1, 1], lambda played: getattr(played, side).rank < 7),
        f"{side}-odd": (0, {"won": [3, 4], "seven": [3, 4]}, odd),
        f"{side}-even": simple([21, 20], lambda played: getattr(played, side).rank % 2 == 0),
        f"{side}-red": simple([9, 10], lambda played: getattr(played, side).suit in "HD"),
        f"{side}-black": simple([9, 10], lambda played: getattr(played, side).suit in "SC"),
    }


def player_event(played):
    return "tie" if played.lead == 0 else "won" if played.lead > 0 else None


def banker_event(played):
    if played.lead < 0:
        return "won-with-six" if played.banker_total == 6 else "won"
    return "tie" if played.lead == 0 else None


def perfect_pair(played):
    return [None, "one", "both"][is_perfect(played.player) + is_perfect(played.banker)]


def number(order):
    return TEAMS.index(order[0]) + 1


GAMES = {
    "dragontiger": (
        DragonTiger,
        {
            "dragon": higher(1),
            "tiger": higher(-1),
            "tie": simple([8, 1], lambda played: played.lead == 0),
            "suited-tie": simple(
                [50, 1], lambda played: played.lead == 0 and played.dragon.suit == played.tiger.suit
            ),
            **of_card("dragon"),
            **of_card("tiger"),
        },
    ),
    "baccarat": (
        Baccarat,
        {
            "player": (0, {"won": [1, 1], "tie": "push"}, player_event),
            "banker": (0, {"won": [19, 20], "won-with-six": [19, 20], "tie": "push"}, banker_event),
            "tie": simple([8, 1], lambda played: played.lead == 0),
            "player-pair": simple([11, 1], lambda played: is_pair(played.player)),
            "banker-pair": simple([11, 1], lambda played: is_pair(played.banker)),
            "either-pair": simple(
                [5, 1], lambda played: is_pair(played.player) or is_pair(played.banker)
            ),
            "perfect-pair": (0, {"one": [25, 1], "both": [200, 1]}, perfect_pair),
            "natural": simple([9, 5], lambda played: played.natural),
            "big": simple([27, 50], lambda played: played.cards > 4),
            "small": simple([3, 2], lambda played: played.cards == 4),
        },
    ),
    "bigsixball": (
        ranking,
        {
            "winner": simple([47, 10], lambda order, team: order[0] == team, 1),
            "podium": simple([9, 10], lambda order, team: team in order[:3], 1),
            "last": simple([47, 10], lambda order, team: order[5] == team, 1),
            "exacta": simple([55, 2], lambda order, *teams: order[:2] == list(teams), 2),
            "trifecta": simple([113, 1], lambda order, *teams: order[:3] == list(teams), 3),
            "odd": simple([9, 10], lambda order: number(order) % 2 == 1),
            "even": simple([9, 10], lambda order: number(order) % 2 == 0),
            "high": simple([9, 10], lambda order: number(order) > 3),
            "low": simple([9, 10], lambda order: number(order) <= 3),
            "head-to-head": simple(
                [9, 10], lambda order, team, other: order.index(team) < order.index(other), 2
            ),
        },
    ),
}
