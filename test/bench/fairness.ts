/*
 * What proofs cost: `node test/bench/fairness.ts`.
 *
 * Prints how long it takes to commit to a day of each game, to check a round, and to check a beacon
 * alone; the first time, when nothing is compiled yet, and warm (median of runs taken in turns); the
 * same of a round on the built page, in a Chromium. The sizes are those of the code that a page which
 * checks rounds needs, bundled and minified; test/browser/pages/weight.test.ts holds it to its limit.
 */
import { isBeacon } from "../../src/fairness/beacon.ts";
import { verify } from "../../src/fairness/check-round.ts";
import { commitDay } from "../../src/fairness/publish.ts";
import { games } from "../../src/games/index.ts";
import { deriveDaySecret, seedsOfDay } from "../../src/round/derive.ts";
import { launchChromium } from "../support/chromium.ts";
import { VECTOR_SECRET } from "../support/dealt-rounds.ts";
import { network, proofOf } from "../support/test-proofs.ts";
import { benchService } from "./support/bench-service.ts";
import { checkSize } from "./support/check-size.ts";

const RUNS = 15;
const DAY = 20_700;
const ROUND = 600_000;

interface Task {
  readonly name: string;
  run(): unknown;
}

const proofs = games.map((game) => ({ game, proof: proofOf(game, ROUND, network) }));
const { record } = (proofs[0] as (typeof proofs)[0]).proof;
const beacon = {
  number: record.drandRound as number,
  signature: Buffer.from(record.beacon as string, "hex"),
};

const tasks: Task[] = [
  ...games.map((game) => ({
    name: `a day of ${game.slug} committed to`,
    run: () =>
      commitDay(game, DAY, seedsOfDay(deriveDaySecret(VECTOR_SECRET, game.code, DAY), game.code)),
  })),
  ...proofs.map(({ game, proof }) => ({
    name: `a round of ${game.slug} checked`,
    run: () => verify(proof),
  })),
  {
    name: "its beacon alone",
    run: () => isBeacon(network.chain, beacon.number, beacon.signature),
  },
];

function median(times: readonly number[]): string {
  return (times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] as number).toFixed(1);
}

const times = new Map<Task, number[]>(tasks.map((task) => [task, []]));
for (let run = 0; run <= RUNS; run++) {
  for (const [task, taken] of times) {
    const startMs = performance.now();
    task.run();
    taken.push(performance.now() - startMs);
  }
}

console.table(
  [...times].map(([{ name }, [first = 0, ...warm]]) => ({
    task: name,
    "first, ms": first.toFixed(1),
    "warm, ms": median(warm),
  })),
);

const { all, added } = await checkSize();
console.log(`code of a check: ${all} bytes after gzip, ${added} more than the rounds' own`);

/** In a Chromium, from the press on the button until the page shows its verdict, in ms. */
async function timesInPage(
  proof: { readonly keys: readonly string[] },
  chain: unknown,
): Promise<number[]> {
  const service = await benchService();
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    await page.goto(`${service.url}/verify/`);
    await page.evaluate(
      ([text, info, key]) => {
        const field = (id: string) => document.getElementById(id) as HTMLTextAreaElement;
        field("text").value = text;
        field("chains").value = info;
        field("keys").value = key;
        field("pasted").closest("details")?.setAttribute("open", "");
      },
      [JSON.stringify(proof), JSON.stringify(chain), proof.keys[0] as string] as const,
    );
    return await page.evaluate(async (runs) => {
      const report = document.getElementById("report") as HTMLElement;
      const button = document.querySelector<HTMLElement>("#pasted button");
      const times: number[] = [];
      for (let run = 0; run <= runs; run++) {
        const told = new Promise<void>((resolve) => {
          new MutationObserver((_, observer) => {
            if (report.querySelector(".verdict") !== null) {
              observer.disconnect();
              resolve();
            }
          }).observe(report, { childList: true });
        });
        const startMs = performance.now();
        button?.click();
        await told;
        times.push(performance.now() - startMs);
        const verdict = report.querySelector<HTMLElement>(".verdict")?.dataset["verdict"];
        if (verdict !== "consistent") {
          throw new Error(`The round is ${verdict}.`);
        }
        // As a reader would: what was shown is drawn before the next one is asked for.
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
      return times;
    }, RUNS);
  } finally {
    await browser.close();
    await service.end();
  }
}

const inPage = [];
for (const { game, proof } of proofs) {
  const saved = { record: proof.record, header: proof.header, keys: proof.keys.pinned };
  const [first = 0, ...warm] = await timesInPage(saved, network.chain);
  inPage.push({ page: game.slug, "first, ms": first.toFixed(0), "warm, ms": median(warm) });
}
console.table(inPage);
