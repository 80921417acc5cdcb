"""BLS signatures on BLS12-381 with Python's standard library, for section 6 of src/content/docs/protocol.md.

    python3 bls.py < LINES

Each line contains a public key, a beacon's number and its signature. For each line, it prints "genuine" or "no".
Written from RFC 9380 (hash to G1) and the textbook pairing. Slow, and safe for public data only.
"""

import hashlib
import json
import os
import sys

P = 0x1A0111EA397FE69A4B1BA7B6434BACD764774B84F38512BF6730D2A0F6B0F6241EABFFFEB153FFFFB9FEFFFFFFFFAAAB
R = 0x73EDA753299D7D483339D80809A1D80553BDA402FFFE5BFEFFFFFFFF00000001
X = 0xD201000000010000 # The curve's parameter is -X.
TAG = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"
G2 = (
    (0x024AA2B2F08F0A91260805272DC51051C6E47AD4FA403B02B4510B647AE3D1770BAC0326A805BBEFD48056C8C121BDB8,
     0x13E02B6052719F607DACD3A088274F65596BD0D09920B61AB5DA61BBDC7F5049334CF11213945D57E5AC7D055D042B7E),
    (0x0CE5D527727D6E118CC9CDC6DA2E351AADFD9BAA8CBDD3A76D429A695160D12C923AC9CC3BACA289E193548608B82801,
     0x0606C4A02EA734CC32ACD2B02BC28B99CB3E287E85A763AF267492AB572E99AB3F370D275CEC1DA1AAA9075FF05F79BE),
)
with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "rfc9380.json"), encoding="utf-8") as file:
    ISOGENY = {
        name: [int(k, 16) for k in value] if isinstance(value, list) else int(value, 16)
        for name, value in json.load(file).items() if name != "note"
    }


# The field of P elements

def inverse(a): return pow(a, -1, P)
def root(a):
    """A square root, if there is one."""
    r = pow(a, (P + 1) // 4, P)
    return r if r * r % P == a % P else None


# The field of P^2 elements, u * u = -1: (a, b) is a + b u

def add2(a, b): return (a[0] + b[0]) % P, (a[1] + b[1]) % P
def sub2(a, b): return (a[0] - b[0]) % P, (a[1] - b[1]) % P
def mul2(a, b): return (a[0] * b[0] - a[1] * b[1]) % P, (a[0] * b[1] + a[1] * b[0]) % P
def scale2(a, k): return a[0] * k % P, a[1] * k % P


def inverse2(a):
    n = inverse(a[0] * a[0] + a[1] * a[1])
    return a[0] * n % P, -a[1] * n % P


def root2(a):
    norm = root(a[0] * a[0] + a[1] * a[1])
    if norm is None:
        return None
    for s in (norm, -norm):
        re = root((a[0] + s) * inverse(2))
        if re:
            r = re, a[1] * inverse(2 * re) % P
            return r if mul2(r, r) == (a[0] % P, a[1] % P) else None
    return None


# Points: G1 on y^2 = x^3 + 4, G2 on y^2 = x^3 + 4 (1 + u); None is the point at infinity. A field is its operations,
# so that the group law is written once.

FIELD1 = (lambda a, b: a * b % P, lambda a, b: (a - b) % P, inverse, lambda a, k: a * k % P, 0)
FIELD2 = (mul2, sub2, inverse2, scale2, (0, 0))


def slope(field, a, b):
    """The slope of the line through two points, or of the tangent; None if vertical."""
    mul, sub, inv, scale, zero = field
    if a != b:
        dx = sub(b[0], a[0])
        return None if dx == zero else mul(sub(b[1], a[1]), inv(dx))
    return None if a[1] == zero else mul(scale(mul(a[0], a[0]), 3), inv(scale(a[1], 2)))


def add(field, a, b):
    if a is None or b is None:
        return a or b
    mul, sub = field[:2]
    m = slope(field, a, b)
    if m is None:
        return None
    x = sub(sub(mul(m, m), a[0]), b[0])
    return x, sub(mul(m, sub(a[0], x)), a[1])


def times(field, k, point):
    product = None
    while k:
        if k & 1:
            product = add(field, product, point)
        point, k = add(field, point, point), k >> 1
    return product


def read_point(data, parts):
    """A compressed point of G1 (one part) or G2 (two) in the group of order R; None if it is not one."""
    if len(data) != 48 * parts or data[0] >> 6 != 0b10:
        return None
    numbers = [int.from_bytes(data[i:i + 48], "big") for i in range(0, len(data), 48)]
    numbers[0] &= 2**381 - 1
    if any(n >= P for n in numbers):
        return None
    if parts == 1:
        field, (x,) = FIELD1, numbers
        y = root(x * x * x + 4)
        is_larger = y is not None and y > P // 2
    else:
        field, x = FIELD2, (numbers[1], numbers[0])
        y = root2(add2(mul2(mul2(x, x), x), (4, 4)))
        is_larger = y is not None and (y[1] > P // 2 if y[1] else y[0] > P // 2)
    if y is None:
        return None
    if is_larger != bool(data[0] >> 5 & 1):
        y = field[1](field[4], y)
    return (x, y) if times(field, R, (x, y)) is None else None


# RFC 9380: from a message to a point of G1

def expand(message, length):
    dst = TAG + bytes([len(TAG)])
    b0 = hashlib.sha256(bytes(64) + message + length.to_bytes(2, "big") + b"\0" + dst).digest()
    block, out = hashlib.sha256(b0 + b"\1" + dst).digest(), b""
    for i in range(2, length // 32 + 2):
        out += block
        block = hashlib.sha256(bytes(x ^ y for x, y in zip(b0, block)) + bytes([i]) + dst).digest()
    return out


def map_to_curve(u):
    a, b, z = ISOGENY["a"], ISOGENY["b"], 11
    t = z * u * u % P
    t2 = (t * t + t) % P
    x = b * inverse(z * a) % P if t2 == 0 else -b * inverse(a) * (1 + inverse(t2)) % P
    y = root(x**3 + a * x + b)
    if y is None:
        x = t * x % P
        y = root(x**3 + a * x + b)
    if y % 2 != u % 2:
        y = P - y
    at = lambda name: sum(k * pow(x, i, P) for i, k in enumerate(ISOGENY[name])) % P
    return at("x_num") * inverse(at("x_den")) % P, y * at("y_num") * inverse(at("y_den")) % P


def hash_to_point(message):
    data = expand(message, 128)
    u0, u1 = (int.from_bytes(data[i:i + 64], "big") % P for i in (0, 64))
    return times(FIELD1, X + 1, add(FIELD1, map_to_curve(u0), map_to_curve(u1)))


# The field of P^12 elements: six of P^2, the coefficients of powers of w, where w^6 = 1 + u

ONE = ((1, 0),) + ((0, 0),) * 5


def mul12(a, b):
    sums = [(0, 0)] * 11
    for i, x in enumerate(a):
        if x != (0, 0):
            for j, y in enumerate(b):
                if y != (0, 0):
                    s, t = sums[i + j], mul2(x, y)
                    sums[i + j] = s[0] + t[0], s[1] + t[1]
    return tuple(
        add2(low, (high[0] - high[1], high[0] + high[1]))
        for low, high in zip(sums[:6], sums[6:] + [(0, 0)])
    )


def power12(a, k):
    result = ONE
    for bit in bin(k)[2:]:
        result = mul12(result, result)
        if bit == "1":
            result = mul12(result, a)
    return result


def miller(p, q):
    """The function whose power is the pairing of p in G1 and q in G2, apart from factors that the power cancels."""
    f, t = ONE, q
    for bit in bin(X)[3:]:
        f = mul12(mul12(f, f), line(t, t, p))
        t = add(FIELD2, t, t)
        if bit == "1":
            f = mul12(f, line(t, q, p))
            t = add(FIELD2, t, q)
    return f


def line(a, b, p):
    """The value at p of the line through two points of G2, embedded in the field of P^12; times w^3."""
    m = slope(FIELD2, a, b)
    zero = (0, 0)
    return sub2(mul2(m, a[0]), a[1]), zero, scale2(m, -p[0]), (p[1], 0), zero, zero


# The pairing is f^((P^6 - 1) * REST), and f^(P^6) is f with every second sign changed; so it is one when f^REST is
# its own image. That saves an inversion.
REST = (P**2 + 1) * ((P**4 - P**2 + 1) // R)


def is_beacon(public_key, number, signature):
    """Section 6: whether a signature (48 bytes) is the beacon with that number for a chain's key (96 bytes)."""
    s, key = read_point(signature, 1), read_point(public_key, 2)
    if s is None or key is None:
        return False
    h = hash_to_point(hashlib.sha256(number.to_bytes(8, "big")).digest())
    f = mul12(miller((s[0], P - s[1]), G2), miller(h, key))
    g = power12(f, REST)
    return all(c == (0, 0) for c in g[1::2])


if __name__ == "__main__":
    for given in sys.stdin:
        key_hex, n, signature_hex = given.split()
        good = is_beacon(bytes.fromhex(key_hex), int(n), bytes.fromhex(signature_hex))
        print("genuine" if good else "no")
