import { parseArgs } from "node:util";
import { QUICKNET } from "../../src/fairness/chain.ts";
import { isHex } from "../../src/fairness/read.ts";
import { verify } from "../../src/fairness/verify.ts";
import { runCommand, UsageError } from "./command.ts";
import { gatherEvidence, readChainFrom } from "./evidence.ts";
import { report } from "./report.ts";

const USAGE = `Usage: npm run -s verify -- FILE|URL [--header FILE|URL] [--key HEX]... [--chain FILE|URL]

  Checks one round and says of each check how it came out and why. Ends with 0 when every check holds.

  FILE is a proof saved on the page /verify/, or a record; URL is that of a record, such as
  https://games.example.com/embed/baccarat/api/rounds/521999. Header and keys come with the proof or
  from the same service, unless they are given:

  --header  the header of the day, as you saved it when it was published
  --key     a public key you kept; then no other is believed
  --chain   a chain besides drand quicknet whose beacons you believe: the answer of its /info`;

await runCommand(USAGE, async (args) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      header: { type: "string" },
      key: { type: "string", multiple: true, default: [] },
      chain: { type: "string", multiple: true, default: [] },
    },
  });
  const [source, ...others] = positionals;
  if (source === undefined || others.length > 0) {
    throw new UsageError("Name one file or address.");
  }
  if (!values.key.every((key) => isHex(key, 32))) {
    throw new UsageError("--key must be 64 hexadecimal digits.");
  }
  const evidence = await gatherEvidence(source, { header: values.header, keys: values.key });
  const chains = [QUICKNET, ...(await Promise.all(values.chain.map(readChainFrom)))];
  const verification = verify({ ...evidence, chains });
  process.stdout.write(report(verification));
  if (verification.verdict !== "proven") {
    process.exitCode = 1;
  }
});
