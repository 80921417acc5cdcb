import { DatabaseSync } from "node:sqlite";
import { bytesToHex } from "@noble/hashes/utils.js";
import { expect, onTestFinished, test } from "vitest";
import { createFindings } from "../findings.ts";
import { signer } from "../relays.ts";
import { checkBeacons } from "./beacons.ts";

/** Looks at stored beacons; gives what was broken. */
function looked(stored: readonly (readonly [round: number, signedAs: number])[]): string | null {
  const db = new DatabaseSync(":memory:");
  onTestFinished(() => db.close());
  db.exec("create table beacon (round integer, signature text)");
  for (const [round, signedAs] of stored) {
    const signature = bytesToHex(signer.sign(signedAs));
    db.prepare("insert into beacon values (?, ?)").run(round, signature);
  }
  const findings = createFindings(() => {});
  checkBeacons(findings, db);
  return findings.first;
}

test("beacons that the network made are as promised", () => {
  expect(looked([])).toBeNull();
  expect(
    looked([
      [7, 7],
      [8, 8],
    ]),
  ).toBeNull();
});

test("the beacon of another round is found, also behind a genuine one", () => {
  const found = looked([
    [7, 6],
    [8, 8],
  ]);
  expect(found).toMatch(/^rounds are decided by genuine beacons: 7 is stored as [0-9a-f]{96}$/);
});
