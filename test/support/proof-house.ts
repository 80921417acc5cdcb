import type { IncomingMessage, ServerResponse } from "node:http";
import { onTestFinished } from "vitest";
import { headerPath, KEYS_PATH, recordPath } from "../../src/fairness/paths.ts";
import { listen } from "./running-service.ts";
import type { Proof } from "./test-proofs.ts";

export interface Lies {
  readonly records?: Readonly<Record<number, unknown>>;
  /** Replaces entries of the results, by round; null omits one. */
  readonly entries?: Readonly<Record<number, unknown>>;
  readonly before?: (request: IncomingMessage, response: ServerResponse) => boolean;
}

/** Starts a house that publishes the proofs' rounds, all of one game, as a service does. Returns its URL. */
export async function startProofHouse(
  proofs: readonly Pick<Proof, "record" | "header">[],
  { records = {}, entries = {}, before }: Lies = {},
): Promise<string> {
  const [{ header }] = proofs as [Proof];
  const pages = new Map<string, unknown>([
    [headerPath((proofs as [Proof])[0].record), header],
    [
      KEYS_PATH,
      { version: "tbs/1", keys: [header.key], firstRounds: { [header.game]: header.firstRound } },
    ],
  ]);
  const listed: { round: number }[] = [];
  for (const { record } of proofs) {
    const { game, round, outcome } = record;
    pages.set(recordPath(game, round), records[round] ?? record);
    const entry = entries[round];
    if (entry !== null) {
      listed.unshift(
        (entry ?? { round, daily_round: 1, date: header.date, ...Object(outcome) }) as {
          round: number;
        },
      );
    }
  }
  const { url, end } = await listen((request, response) => {
    if (before?.(request, response)) {
      return;
    }
    const { pathname, searchParams } = new URL(request.url ?? "", "http://house.test");
    const page = pathname.endsWith("/api/results")
      ? listed
          .filter(({ round }) =>
            searchParams.has("round")
              ? round === Number(searchParams.get("round"))
              : round < Number(searchParams.get("before")),
          )
          .slice(0, Number(searchParams.get("limit") ?? 20))
      : pages.get(pathname);
    response.statusCode = page === undefined ? 404 : 200;
    response.end(JSON.stringify(page ?? { detail: "Not published." }));
  });
  onTestFinished(end);
  return url;
}
