import { expect, test } from "vitest";
import { startLiveService } from "../support/live-service.ts";
import { startPackedSandbox } from "../support/packed-sandbox.ts";

// Once, the sandbox ran only in a clone, and integrators who had a URL and a key could not force an outcome.
test("the sandbox that a service offers deals a tie on request, without a clone", async () => {
  const service = await startLiveService(Date.UTC(2026, 6, 1, 12));
  const { url, controlUrl } = await startPackedSandbox(`${service.url}/tableside-sandbox.tgz`);
  const next = { do: "next", game: "baccarat", outcome: "tie", phase: "result" };
  const command = await fetch(controlUrl, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(next),
  });
  const { round } = (await command.json()) as { round: number };
  const results = await fetch(`${url}/embed/baccarat/api/results?round=${round}`);
  expect(await results.json()).toMatchObject([{ round, result: "tie" }]);
  const table = await fetch(
    `${url}/embed/baccarat/?key=tbs_test_PublicTestKeyThatOpensATable001dRPdV`,
  );
  expect(await table.text()).toContain("<game-table");
});
