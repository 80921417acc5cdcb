"""A second verifier of rounds, written from src/content/docs/protocol.md alone, with Python's standard library.

    python3 verify.py [--chain INFO.json] [--key HEX]... PROOFS

PROOFS contains one saved proof per line ({"record": ..., "header": ..., "keys": [...]}). A proof can add
"kept", a record of the round that the reader saved while it was played, and "dayBefore", the previous day's
header or null. For each proof, it prints one line: "proven"; "consistent" without a kept record; the failed step
of section 9 and the reason; or "undecided" if no step fails but something is missing, such as the trusted keys:
keys inside a proof are not trusted. bls.py in this folder checks the beacons.
"""

import hashlib
import hmac
import json
import sys
from datetime import date as Date

from bls import is_beacon

GENESIS = 1_767_225_600_000
DAY = 86_400_000
QUICKNET = {
    "hash": "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971",
    "public_key": "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510"
                  "d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a",
    "genesis_time": 1_692_803_367,
    "period": 3,
}
GAMES = {"dragontiger": (1, 30_000), "baccarat": (2, 30_000), "bigsixball": (3, 60_000)}
CLOSES = {30_000: {"seed": 15_000, "drand": 12_000}, 60_000: {"seed": 33_000, "drand": 30_000}}
MODES = {"seed": 0, "drand": 1}


class Failed(Exception):
    """A step of section 9 failed."""


class Open(Exception):
    """A step of section 9 could not be checked, and none failed."""


def require(step, holds, why):
    if not holds:
        raise Failed(f"step {step}: {why}")


# Section 1

def u8(n): return n.to_bytes(1, "big")
def u32(n): return n.to_bytes(4, "big")
def u64(n): return n.to_bytes(8, "big")
def H(*parts): return hashlib.sha256(b"".join(parts)).digest()
def MAC(key, *parts): return hmac.new(key, b"".join(parts), hashlib.sha256).digest()


def tag(name):
    text = f"tbs/1/{name}".encode("ascii")
    return u8(len(text)) + text


def unhex(text, length):
    if not isinstance(text, str) or len(text) != 2 * length or text.strip("0123456789abcdef"):
        raise ValueError(f"not {length} bytes in lower-case hex: {text!r}")
    return bytes.fromhex(text)


# Section 4

def root_of_proof(leaf, index, size, proof):
    if not 0 <= index < size:
        return None
    fn, sn, r = index, size - 1, leaf
    for p in proof:
        if sn == 0:
            return None
        if fn % 2 == 1 or fn == sn:
            r = H(b"\x01", p, r)
            while fn % 2 == 0 and fn != 0:
                fn, sn = fn // 2, sn // 2
        else:
            r = H(b"\x01", r, p)
        fn, sn = fn // 2, sn // 2
    return r if sn == 0 else None


# Section 5: Ed25519 as in RFC 8032, sections 5.1.3 and 5.1.7

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P
I = pow(2, (P - 1) // 4, P)


def add(a, b):
    x1, y1, z1, t1 = a
    x2, y2, z2, t2 = b
    m, n = (y1 - x1) * (y2 - x2) % P, (y1 + x1) * (y2 + x2) % P
    c, d = 2 * t1 * t2 * D % P, 2 * z1 * z2 % P
    e, f, g, h = n - m, d - c, d + c, n + m
    return e * f % P, g * h % P, f * g % P, e * h % P


def times(k, point):
    product = (0, 1, 1, 0)
    while k:
        if k & 1:
            product = add(product, point)
        point, k = add(point, point), k >> 1
    return product


def same(a, b):
    return (a[0] * b[2] - b[0] * a[2]) % P == 0 and (a[1] * b[2] - b[1] * a[2]) % P == 0


def point(data):
    y = int.from_bytes(data, "little")
    sign, y = y >> 255, y & (2**255 - 1)
    if y >= P:
        return None
    u, v = (y * y - 1) % P, (D * y * y + 1) % P
    x = u * pow(v, 3, P) * pow(u * pow(v, 7, P), (P - 5) // 8, P) % P
    if (v * x * x - u) % P != 0:
        x = x * I % P
    if (v * x * x - u) % P != 0 or (x == 0 and sign == 1):
        return None
    if x % 2 != sign:
        x = P - x
    return x, y, 1, x * y % P


BASE = point((4 * pow(5, -1, P) % P).to_bytes(32, "little"))


def is_signed(key, message, signature):
    a, r, s = point(key), point(signature[:32]), int.from_bytes(signature[32:], "little")
    if a is None or r is None or s >= L or same(times(8, a), (0, 1, 1, 0)):
        return False
    h = int.from_bytes(hashlib.sha512(signature[:32] + key + message).digest(), "little") % L
    return same(times(s, BASE), add(r, times(h, a)))


def header_bytes(header):
    code, _ = GAMES[header["game"]]
    chain = bytes(32) if header["entropy"] == "seed" else unhex(header["chain"], 32)
    return b"".join([
        tag("header"), u8(code), u32(day_of(header["date"])), u64(header["firstRound"]),
        u32(header["count"]), u32(header["intervalMs"]), u32(header["closesMs"]),
        u8(MODES[header["entropy"]]), chain, unhex(header["root"], 32),
        u64(header["publishedAt"]), unhex(header["key"], 32),
    ])


def day_of(text):
    return (Date.fromisoformat(text) - Date(1970, 1, 1)).days


# Section 6

def chain_hash(chain):
    name = chain.get("metadata", {}).get("beaconID", "default")
    return H(u32(chain["period"]), u64(chain["genesis_time"]), unhex(chain["public_key"], 96),
             unhex(chain["groupHash"], 32), b"" if name == "default" else name.encode()).hex()


# Section 7

class Stream:
    def __init__(self, key):
        self.key, self.blocks, self.rest = key, 0, b""

    def word(self):
        if not self.rest:
            self.rest = MAC(self.key, tag("stream"), u32(self.blocks))
            self.blocks += 1
        word, self.rest = self.rest[:4], self.rest[4:]
        return int.from_bytes(word, "big")

    def below(self, m):
        while True:
            x = self.word()
            if x < 2**32 // m * m:
                return x % m

    def order(self, size, draws):
        places = list(range(size))
        for i in range(draws):
            j = i + self.below(size - i)
            places[i], places[j] = places[j], places[i]
        return places


VALUES = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
TEAMS = ["rovers", "united", "city", "wanderers", "athletic", "rangers"]


def cards(stream, count):
    numbers = [c % 52 for c in stream.order(416, count)[:count]]
    return [{"suit": "SHDC"[p // 13], "value": VALUES[p % 13]} for p in numbers]


def dragontiger(stream):
    dragon, tiger = cards(stream, 2)
    lead = VALUES.index(dragon["value"]) - VALUES.index(tiger["value"])
    return {"dragon": dragon, "tiger": tiger,
            "result": "dragon" if lead > 0 else "tiger" if lead < 0 else "tie"}


def baccarat(stream):
    shoe = cards(stream, 6)
    count = lambda card: min(VALUES.index(card["value"]) + 1, 10) % 10
    total = lambda hand: sum(map(count, hand)) % 10
    player, banker, thirds = [shoe[0], shoe[2]], [shoe[1], shoe[3]], [shoe[4], shoe[5]]
    natural = total(player) >= 8 or total(banker) >= 8
    if not natural:
        had = total(banker)
        if total(player) <= 5:
            third = thirds.pop(0)
            player.append(third)
            wanted = {0: range(10), 1: range(10), 2: range(10), 3: set(range(10)) - {8},
                      4: range(2, 8), 5: range(4, 8), 6: (6, 7), 7: ()}[had]
            if count(third) in wanted:
                banker.append(thirds.pop(0))
        elif had <= 5:
            banker.append(thirds.pop(0))
    lead = total(player) - total(banker)
    return {"player_cards": player, "banker_cards": banker, "player_total": total(player),
            "banker_total": total(banker), "natural": natural,
            "result": "player" if lead > 0 else "banker" if lead < 0 else "tie"}


def bigsixball(stream):
    ranking = stream.order(6, 5)
    return {"result_map": {team: ranking.index(i) + 1 for i, team in enumerate(TEAMS)},
            "team_order": stream.order(6, 5)}


DEAL = {"dragontiger": dragontiger, "baccarat": baccarat, "bigsixball": bigsixball}


def identical(a, b):
    """Whether two values are equal as JSON. Python itself treats 1, 1.0 and True as equal."""
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(identical(a[k], b[k]) for k in a)
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(identical, a, b))
    return type(a) is type(b) and a == b


# Section 9

known = {}


def signature_fits(header):
    """Caches checks, because a day's rounds share a header, and checking a signature is slow here."""
    case = (header["key"], header_bytes(header), header["signature"])
    if case not in known:
        known[case] = is_signed(unhex(case[0], 32), case[1], unhex(case[2], 64))
    return known[case]


def check(proof, chains, keys):
    """Whether the reader saved the record while bets were open. Raises the fault if it does not match."""
    record, header = proof["record"], proof["header"]
    require(0, record["version"] == header["version"] == "tbs/1", "another version")
    code, interval = GAMES[header["game"]]
    n = record["round"]
    start = GENESIS + (n - 1) * interval
    day = day_of(header["date"])

    require(1, not keys or header["key"] in keys, "signed with a foreign key")
    require(2, signature_fits(header), "the signature does not fit")
    first = (day * DAY - GENESIS) // interval + 1
    require(3, header["intervalMs"] == interval and header["firstRound"] == first
            and header["count"] == DAY // interval and header["closesMs"] == CLOSES[interval][header["entropy"]],
            "not the rounds of the day, or bets close at another time")
    require(4, record["headerHash"] == H(header_bytes(header)).hex()
            and record["game"] == header["game"], "another header is meant")
    missing = []
    if header["publishedAt"] >= start:
        require(5, proof.get("dayBefore") is None, "published after the round opened")
        missing.append("the round is older than the first header of the house")
    elif header["publishedAt"] > (day - 1) * DAY:
        if "dayBefore" not in proof:
            missing.append("whether these are the first days of the house")
        elif proof["dayBefore"] is not None:
            before = proof["dayBefore"]
            require(5, day_of(before["date"]) == day - 1 and before["game"] == header["game"]
                    and signature_fits(before) and before["publishedAt"] > (day - 1) * DAY,
                    "published less than 24 hours before its day")
    kept = proof.get("kept")
    is_kept = kept is not None and "seed" not in kept and (kept["game"], kept["round"]) == (record["game"], n)
    require(6, not is_kept or (kept["headerHash"], kept["commitment"]) == (record["headerHash"], record["commitment"]),
            "another commitment was kept")
    index = n - first
    closes = start + header["closesMs"]
    require(7, 0 <= index < header["count"] and record["closesAt"] == closes,
            "not in the day, or closed at another time")

    seed, commitment = unhex(record["seed"], 32), unhex(record["commitment"], 32)
    require(8, H(tag("commit"), u8(code), u64(n), seed) == commitment, "another seed")
    leaf = H(b"\x00", tag("leaf"), u8(code), u64(n), commitment)
    root = root_of_proof(leaf, index, header["count"], [unhex(p, 32) for p in record["proof"]])
    require(9, root == unhex(header["root"], 32), "not in the tree")

    bracket = b""
    if header["entropy"] == "seed":
        require(10, record["drandRound"] is None, "a beacon in seed mode")
        require(11, record["beacon"] is None, "a beacon in seed mode")
    else:
        chain = chains.get(header["chain"])
        require(10, chain is not None, "a chain that is not known")
        number, rest = divmod(closes + 3000 - chain["genesis_time"] * 1000, chain["period"] * 1000)
        require(10, rest == 0 and record["drandRound"] == number + 1, "another beacon")
        beacon = unhex(record["beacon"], 48)
        require(11, is_beacon(unhex(chain["public_key"], 96), number + 1, beacon), "not a genuine beacon")
        bracket = unhex(header["chain"], 32) + u64(number + 1) + H(beacon)
    mode = MODES[header["entropy"]]
    key = MAC(seed, tag("outcome"), u8(code), u8(mode), u64(n), bracket)
    outcome = DEAL[header["game"]](Stream(key))
    require(12, identical(outcome, record["outcome"]), f"dealt again: {json.dumps(outcome)}")
    if missing:
        raise Open("; ".join(missing))
    return is_kept


def main(arguments):
    chains = {QUICKNET["hash"]: QUICKNET}
    files, keys = [], []
    while arguments:
        argument = arguments.pop(0)
        if argument == "--chain":
            with open(arguments.pop(0), encoding="utf-8") as file:
                chain = json.load(file)
            if chain_hash(chain) != chain["hash"]:
                print(f"{chain['hash']} is not the hash of its chain", file=sys.stderr)
                return 3
            chains[chain["hash"]] = chain
        elif argument == "--key":
            keys.append(arguments.pop(0))
        else:
            files.append(argument)
    failed = False
    for name in files:
        with open(name, encoding="utf-8") as file:
            for line in file:
                try:
                    verdict = "proven" if check(json.loads(line), chains, keys) else "consistent"
                    if not keys:
                        verdict = "undecided: no key was given to compare with"
                except Failed as failure:
                    verdict = str(failure)
                except Open as what:
                    verdict = f"undecided: {what}"
                except (AttributeError, KeyError, OverflowError, TypeError, ValueError) as failure:
                    verdict = f"unreadable: {failure!r}"
                print(verdict)
                failed = failed or verdict not in ("proven", "consistent")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
