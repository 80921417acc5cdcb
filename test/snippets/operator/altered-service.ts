import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import type { HistoryEntry } from "../../../src/wire.ts";

/**
 * Passes on what a service answers, but for the entries of `results`: null leaves one out. Ends with the
 * test.
 *
 * @returns its address.
 */
export async function alteredService(
  url: string,
  alter: (entry: HistoryEntry) => HistoryEntry | null,
): Promise<string> {
  const server = createServer(async (request, response) => {
    const answer = await fetch(url + request.url);
    const body: unknown = await answer.json();
    const isResults = request.url?.includes("/api/results") && answer.ok;
    response.statusCode = answer.status;
    response.end(
      JSON.stringify(
        isResults ? (body as HistoryEntry[]).flatMap((entry) => alter(entry) ?? []) : body,
      ),
    );
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A round of Baccarat with Player and Banker exchanged: it makes sense, and did not happen. */
export function exchanged(entry: HistoryEntry): HistoryEntry {
  const fields = { ...entry } as HistoryEntry & Record<string, unknown>;
  const results: Record<string, string> = { player: "banker", banker: "player", tie: "tie" };
  return {
    ...fields,
    player_cards: fields["banker_cards"],
    banker_cards: fields["player_cards"],
    player_total: fields["banker_total"],
    banker_total: fields["player_total"],
    result: results[String(fields["result"])],
  } as HistoryEntry;
}
