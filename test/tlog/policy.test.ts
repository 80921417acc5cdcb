import { describe, expect, test } from "vitest";
import { readCheckpoint, signCheckpoint } from "../../src/tlog/checkpoint.ts";
import { cosign } from "../../src/tlog/cosignature.ts";
import { LogFormatError } from "../../src/tlog/format-error.ts";
import { LogTree } from "../../src/tlog/log-tree.ts";
import { leafHash } from "../../src/tlog/merkle.ts";
import { isOfKnownLog, policyText, readPolicy, witnessedAtMs } from "../../src/tlog/policy.ts";
import { readNote, signatureLine } from "../../src/tlog/signed-note.ts";
import { formatTlogProof, includes, readTlogProof } from "../../src/tlog/tlog-proof.ts";
import { formatVerifierKey } from "../../src/tlog/verifier-key.ts";
import { HOUSE, logKey, WITNESSES } from "../support/test-tlog.ts";

const LOG = `log ${formatVerifierKey(HOUSE.key)}`;
const [A, B, C] = WITNESSES.map(({ key }) => formatVerifierKey(key));
const LEAVES = ["one", "two", "three"].map((text) => leafHash(Buffer.from(text)));
const TREE = new LogTree(LEAVES);
const CHECKPOINT = signCheckpoint({ size: 3, root: TREE.root() }, HOUSE.key, HOUSE.sign);

/** The checkpoint, cosigned at times (s) by the witnesses in their order; null: not by that one. */
function cosigned(times: readonly (number | null)[]): string {
  const { text } = readNote(CHECKPOINT);
  const lines = times.map((timeS, index) => {
    const { key, sign } = WITNESSES[index]!;
    return timeS === null ? "" : signatureLine(cosign(text, timeS, key, sign));
  });
  return CHECKPOINT + lines.join("");
}

describe("a policy", () => {
  const groups = `# Two operators.
${LOG} https://games.example.com/log/
  witness X1\t${A} https://x.example
witness X2 ${B}

group X any X1 X2
witness Y ${C}
group both all X Y
quorum both
`;

  test.each([
    ["any of two, and another", groups, [30, 20, 10], 20],
    ["any of two, without the other", groups, [30, 20, null], null],
    ["2 of 3", policyText(HOUSE.key, [], 0), [1, 1, 1], null],
    ["one", `witness w ${B}\nquorum w`, [10, 20, 30], 20],
    ["one that did not sign", `witness w ${B}\nquorum w`, [10, null, 30], null],
    ["nobody", `witness w ${B}\nquorum none`, [10, 20, 30], null],
    [
      "2 of 3 witnesses",
      policyText(
        HOUSE.key,
        WITNESSES.map(({ key }) => ({ key, url: undefined })),
        2,
      ),
      [30, null, 10],
      30,
    ],
  ] as const)(
    "that needs %s gives the time at which the quorum was there",
    (_what, text, times, timeS) => {
      const checkpoint = readCheckpoint(cosigned(times));
      expect(witnessedAtMs(readPolicy(text), checkpoint)).toBe(timeS && timeS * 1_000);
    },
  );

  test("knows its logs by name and key", () => {
    const checkpoint = readCheckpoint(CHECKPOINT);
    const knows = (text: string) => isOfKnownLog(readPolicy(`${text}\nquorum none`), checkpoint);
    expect(knows(LOG)).toBe(true);
    expect(knows(`log ${formatVerifierKey(logKey("elsewhere.example"))}`)).toBe(false);
    expect(knows("")).toBe(false);
  });

  test.each([
    ["no quorum", LOG],
    ["two quorums", "quorum none\nquorum none"],
    ["a quorum that is defined later", `quorum w\nwitness w ${A}`],
    ["a witness twice", `witness w ${A}\nwitness v ${A}\nquorum none`],
    ["a name twice", `witness w ${A}\nwitness w ${B}\nquorum none`],
    ["a witness named none", `witness none ${A}\nquorum none`],
    ["a log with a witness's key", `log ${A}\nquorum none`],
    ["a log twice", `${LOG}\n${LOG}\nquorum none`],
    ["an empty group", "group g all\nquorum g"],
    ["a group that needs too many", `witness w ${A}\ngroup g 2 w\nquorum g`],
    ["a group that needs nobody", `witness w ${A}\ngroup g 0 w\nquorum g`],
    ["a group that needs a constructor", `witness w ${A}\ngroup g constructor w\nquorum g`],
    ["a member twice", `witness w ${A}\ngroup g any w w\nquorum g`],
    ["a member of two groups", `witness w ${A}\ngroup g any w\ngroup h any w\nquorum g`],
    ["a control character", `quorum none\r`],
    ["an unknown word", "mirror x\nquorum none"],
    ["too many lines", `${"\n".repeat(1_000)}quorum none`],
  ])("is refused with %s", (_what, text) => {
    expect(() => readPolicy(text)).toThrow(LogFormatError);
  });
});

describe("a tlog-proof", () => {
  const proof = formatTlogProof(1, TREE.inclusionProof(1), cosigned([10]));

  test("leads from its entry to its checkpoint, and from no other", () => {
    const read = readTlogProof(proof);
    expect(read.index).toBe(1);
    expect(formatTlogProof(1, read.hashes, cosigned([10]))).toBe(proof);
    expect(LEAVES.map((leaf) => includes(read, leaf))).toEqual([false, true, false]);
    expect(includes({ ...read, index: 2 }, LEAVES[1]!)).toBe(false);
  });

  test("may carry extra data, which proves nothing", () => {
    const [first, ...rest] = proof.split("\n");
    const read = readTlogProof([first, "extra YWJj", ...rest].join("\n"));
    expect(includes(read, LEAVES[1]!)).toBe(true);
  });

  test.each([
    ["another first line", proof.replace("@v1", "@v2")],
    ["no index", proof.replace("index 1\n", "")],
    ["an index that is none", proof.replace("index 1", "index 01")],
    ["a hash that is none", proof.replace("index 1\n", "index 1\nAAAA\n")],
    ["no checkpoint", proof.slice(0, proof.indexOf("\n\n") + 2)],
    [
      "too many hashes",
      proof.replace("index 1\n", `index 1\n${`${"A".repeat(43)}=\n`.repeat(64)}`),
    ],
    ["nothing", ""],
  ])("is refused with %s", (_what, text) => {
    expect(() => readTlogProof(text)).toThrow(LogFormatError);
  });
});
