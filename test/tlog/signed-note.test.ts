import { ed25519 } from "@noble/curves/ed25519.js";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isCheckpointOf, readCheckpoint, signCheckpoint } from "../../src/tlog/checkpoint.ts";
import { cosign, cosignedAtMs } from "../../src/tlog/cosignature.ts";
import { LogFormatError } from "../../src/tlog/format-error.ts";
import { formatNote, isNoteSignedBy, readNote, signatureLine } from "../../src/tlog/signed-note.ts";
import {
  COSIGNATURE,
  ED25519,
  formatVerifierKey,
  readVerifierKey,
} from "../../src/tlog/verifier-key.ts";
import { HOUSE, logKey, WITNESSES } from "../support/test-tlog.ts";

/** The example of C2SP signed-note: a key, and a note that it verifies. */
const KEY = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k";
const NOTE = `This is an example message.

— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=
`;

describe("a signed note", () => {
  test("is verified as the specification's example is", () => {
    const key = readVerifierKey(KEY, ED25519);
    expect(formatVerifierKey(key)).toBe(KEY);
    const note = readNote(NOTE);
    expect(formatNote(note)).toBe(NOTE);
    expect(isNoteSignedBy(note, key)).toBe(true);
    expect(isNoteSignedBy({ ...note, text: note.text.toUpperCase() }, key)).toBe(false);
    expect(isNoteSignedBy(note, { ...key, name: "example.com/bar" })).toBe(false);
  });

  test("keeps empty lines of its text", () => {
    const note = `one\n\ntwo\n${NOTE.slice(NOTE.indexOf("\n\n") + 1)}`;
    expect(readNote(note).text).toBe("one\n\ntwo\n");
  });

  test.each([
    ["no signature", "text\n\n"],
    ["no empty line", "text\n— a AAAAAAA=\n"],
    ["no end of its last line", NOTE.slice(0, -1)],
    ["a control character", NOTE.replace("This", "This\t")],
    ["a carriage return", NOTE.replaceAll("\n", "\r\n")],
    ["half a character", NOTE.replace("This", "\ud800")],
    ["a name with a plus", NOTE.replace("foo U", "f+o U")],
    ["a name with a space", NOTE.replace("example.com/foo", "example.com\u00a0foo")],
    ["a signature that is not base64", NOTE.replace("Uw2Q", "U-2Q")],
    ["base64 with other bits at its end", NOTE.replace("aQM=", "aQN=")],
    ["a key id alone", "text\n\n— a AAAAAA==\n"],
    ["too many signatures", NOTE + NOTE.split("\n\n")[1]!.repeat(64)],
    ["too many letters", "a".repeat(100_000) + NOTE],
  ])("is refused with %s", (_what, note) => {
    expect(() => readNote(note)).toThrow(LogFormatError);
  });

  test.each([
    ["another key id", KEY.replace("530d903a", "530d903b")],
    ["another name", KEY.replace("foo", "bar")],
    ["the type of a witness", formatVerifierKey(WITNESSES[0]!.key)],
    ["a short key", "a+530d903a+AekyeRrm"],
    ["nothing", ""],
  ])("is verified by no key with %s", (_what, key) => {
    expect(() => readVerifierKey(key, ED25519)).toThrow(LogFormatError);
  });
});

describe("a checkpoint", () => {
  const head = { size: 3, root: new Uint8Array(32).fill(7) };
  const text = signCheckpoint(head, logKey("games.example.com/log"), HOUSE.sign);

  test("says origin, size and root, signed by its log and nobody else", () => {
    const checkpoint = readCheckpoint(text);
    expect(checkpoint).toMatchObject({ origin: "games.example.com/log", ...head });
    expect(isCheckpointOf(checkpoint, logKey("games.example.com/log"))).toBe(true);
    expect(isCheckpointOf(checkpoint, logKey("other.example.com/log"))).toBe(false);
    const [stranger] = WITNESSES;
    const key = { ...stranger!.key, name: "games.example.com/log", type: ED25519 };
    expect(isCheckpointOf(checkpoint, key)).toBe(false);
  });

  test.each([
    ["a size with a zero before it", text.replace("\n3\n", "\n03\n")],
    ["a size that cannot be counted", text.replace("\n3\n", "\n99999999999999999\n")],
    ["a short root", text.replace("BwcH", "")],
    ["an empty line among its lines", text.replace("\n\n", "\n\nextension\n\n")],
    ["no origin", text.replace("games.example.com/log", "")],
  ])("is refused with %s", (_what, note) => {
    expect(() => readCheckpoint(note)).toThrow(LogFormatError);
  });
});

describe("a cosignature", () => {
  const text = signCheckpoint(
    { size: 3, root: new Uint8Array(32).fill(7) },
    logKey("games.example.com/log"),
    HOUSE.sign,
  );
  const [witness, other] = WITNESSES;
  const cosigned = (timeS: number, by = witness!) =>
    text + signatureLine(cosign(readNote(text).text, timeS, by.key, by.sign));

  // The first bytes of the specification's example: type and key make the key id, then 8 bytes of time.
  test("says when its witness saw the log", () => {
    const line = cosigned(1_679_315_147).split("\n").at(-2) as string;
    const bytes = Buffer.from(line.split(" ")[2] as string, "base64");
    expect(bytes.subarray(4, 12).toString("hex")).toBe("00000000641850cb");
    expect(bytes).toHaveLength(4 + 8 + 64);
    const message = `cosignature/v1\ntime 1679315147\n${readNote(text).text}`;
    const { publicKey } = witness!.key;
    expect(ed25519.verify(bytes.subarray(12), Buffer.from(message), publicKey)).toBe(true);
    const checkpoint = readCheckpoint(cosigned(1_679_315_147));
    expect(cosignedAtMs(checkpoint, witness!.key)).toBe(1_679_315_147_000);
    expect(cosignedAtMs(checkpoint, other!.key)).toBe(null);
    expect(witness!.key.type).toBe(COSIGNATURE);
  });

  test("counts from the first of several times", () => {
    const later = cosigned(900);
    const both = later + cosigned(800).slice(text.length);
    expect(cosignedAtMs(readCheckpoint(both), witness!.key)).toBe(800_000);
  });

  test("is worthless when any bit of it, or of the text, is another", () => {
    const honest = cosigned(1_679_315_147);
    const bytes = Buffer.from(honest.split("\n").at(-2)!.split(" ")[2] as string, "base64");
    fc.assert(
      fc.property(fc.integer({ min: 32, max: 8 * bytes.length - 1 }), (bit) => {
        const changed = Buffer.from(bytes);
        changed[bit >> 3]! ^= 1 << (bit & 7);
        const note = honest.replace(bytes.toString("base64"), changed.toString("base64"));
        expect(cosignedAtMs(readCheckpoint(note), witness!.key)).toBe(null);
      }),
    );
    const grown = honest.replace("\n3\n", "\n4\n");
    expect(cosignedAtMs(readCheckpoint(grown), witness!.key)).toBe(null);
    const forged = honest + cosigned(1, { ...other!, key: witness!.key }).slice(text.length);
    expect(cosignedAtMs(readCheckpoint(forged), witness!.key)).toBe(null);
  });
});
