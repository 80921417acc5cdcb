"""Proofs of a transparency log, written from C2SP's signed-note, tlog-checkpoint, tlog-cosignature, tlog-proof
and tlog-policy alone. verify.py beside it gives the check of an Ed25519 signature and of an inclusion proof.
"""

import base64
import hashlib

LOG, WITNESS = 1, 4
MOST = 2 ** 53


class Malformed(ValueError):
    """A text that is not in the form of its specification."""


def require(holds, why):
    if not holds:
        raise Malformed(why)


def unbase64(text):
    data = base64.b64decode(text, validate=True)
    require(base64.b64encode(data).decode() == text, "base64 that is written otherwise")
    return data


def decimal(text):
    require(text.isascii() and text.isdigit() and str(int(text)) == text and int(text) < MOST, f"no number: {text!r}")
    return int(text)


def key_id(name, kind, public):
    return hashlib.sha256(name.encode() + b"\n" + bytes([kind]) + public).digest()[:4]


def verifier_key(text, kind):
    """The name and the public key of `name+id+base64`, whose type is `kind`."""
    name, identity, material = text.split("+", 2)
    data = unbase64(material)
    require(name != "" and len(data) == 33 and data[0] == kind, "a key of another kind")
    require(key_id(name, kind, data[1:]).hex() == identity, "a key id of another key")
    return name, data[1:]


def note(text):
    """The signed text of a note, and its signatures: (name, key id, signature)."""
    split = text.rindex("\n\n")
    require(text.endswith("\n"), "a note that does not end")
    require(all(sign == "\n" or ord(sign) >= 32 for sign in text), "a control character")
    signatures = []
    for line in text[split + 2:].split("\n")[:-1]:
        dash, name, encoded = line.split(" ")
        data = unbase64(encoded)
        require(dash == "\u2014" and "+" not in name and len(data) > 4, "no signature line")
        signatures.append((name, data[:4], data[4:]))
    require(signatures != [], "a note without signatures")
    return text[:split + 1], signatures


def lines_of(signatures, name, kind, public):
    identity = key_id(name, kind, public)
    return [signature for other, number, signature in signatures if other == name and number == identity]


def checkpoint(text):
    """Origin, size, root, and the note that they stand in."""
    signed, signatures = note(text)
    lines = signed.split("\n")[:-1]
    require(len(lines) >= 3 and "" not in lines, "a checkpoint has three lines")
    root = unbase64(lines[2])
    require(len(root) == 32, "a root has 32 bytes")
    return lines[0], decimal(lines[1]), root, signed, signatures


def policy(text):
    """Logs, witnesses and groups by name, and the quorum's name."""
    logs, witnesses, groups, quorum = [], {}, {}, None
    for line in text.split("\n"):
        words = line.split()
        if not words or words[0].startswith("#"):
            continue
        kind, *rest = words
        if kind == "log":
            logs.append(verifier_key(rest[0], LOG))
        elif kind == "witness":
            witnesses[rest[0]] = verifier_key(rest[1], WITNESS)
        elif kind == "group":
            name, needed, *members = rest
            require(all(member in witnesses or member in groups for member in members), "an unknown member")
            groups[name] = ({"any": 1, "all": len(members)}.get(needed) or decimal(needed), members)
        else:
            require(kind == "quorum" and quorum is None, "an unknown line")
            quorum = rest[0]
    require(quorum is not None, "no quorum")
    return logs, witnesses, groups, quorum


def witnessed_at(rules, signed, signatures, is_signed):
    """Since when the quorum has signed, in s since 1970; None: it has not."""
    _, witnesses, groups, quorum = rules

    def time_of_one(name, public):
        times = []
        for signature in lines_of(signatures, name, WITNESS, public):
            time = int.from_bytes(signature[:8], "big")
            message = f"cosignature/v1\ntime {time}\n{signed}".encode()
            if len(signature) != 72 or time == 0 or not is_signed(public, message, signature[8:]):
                return None
            times.append(time)
        return min(times, default=None)

    def time_of(name):
        if name in groups:
            needed, members = groups[name]
            times = sorted(time for time in map(time_of, members) if time is not None)
            return times[needed - 1] if len(times) >= needed else None
        return time_of_one(*witnesses[name]) if name in witnesses else None

    return time_of(quorum)


def included(proof, leaf, root_of_proof):
    """The checkpoint of a tlog-proof that leads from the leaf to its root."""
    head, _, rest = proof.partition("\n\n")
    first, *lines = head.split("\n")
    require(first == "c2sp.org/tlog-proof@v1", "no tlog-proof")
    if lines and lines[0].startswith("extra "):
        lines.pop(0)
    word, _, index = lines.pop(0).partition(" ")
    require(word == "index" and len(lines) <= 63, "a proof has an index, and at most 63 hashes")
    origin, size, root, signed, signatures = checkpoint(rest)
    hashes = [unbase64(line) for line in lines]
    require(all(len(each) == 32 for each in hashes) and decimal(index) < size, "a place that is none")
    require(root_of_proof(leaf, decimal(index), size, hashes) == root, "not in the log")
    return origin, signed, signatures


def time_of_promise(proof, leaf, rules, is_signed, root_of_proof):
    """Since when a policy's witnesses know a leaf, in s since 1970; None: they do not say. Raises a ValueError
    for a proof that is false."""
    origin, signed, signatures = included(proof, leaf, root_of_proof)
    own = [public for name, public in rules[0] if name == origin]
    is_of_log = any(
        lines and all(is_signed(public, signed.encode(), each) for each in lines)
        for public, lines in ((public, lines_of(signatures, origin, LOG, public)) for public in own))
    return witnessed_at(rules, signed, signatures, is_signed) if is_of_log else None
