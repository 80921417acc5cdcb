import { describe, expect, test } from "vitest";
import { dragontiger } from "../../../src/games/dragontiger/game.ts";
import { phaseStartMs } from "../../../src/round/phases.ts";
import { eventually } from "../../support/eventually.ts";
import { issueKey, setDown, sharedService, startService } from "../../support/service.ts";

const IN_MAINTENANCE = {
  title: "Service Unavailable",
  status: 503,
  detail: "This game is down for maintenance. It will be back shortly; try again then.",
  code: "maintenance",
};

describe("while a game is down", () => {
  const service = sharedService({ down: ["dragontiger"] });

  test("its state is 503 with the time to come back", async () => {
    const answer = await service().ask("/embed/dragontiger/api/current");
    expect(answer.status).toBe(503);
    expect(answer.headers.get("retry-after")).toBe("30");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    expect(answer.headers.get("content-type")).toBe("application/problem+json");
    expect(await answer.json()).toEqual(IN_MAINTENANCE);
  });

  test("its page is 503 in words, and comes back by itself", async () => {
    const { keyText } = await issueKey(service());
    const answer = await service().ask(`/embed/dragontiger/?key=${keyText}`);
    expect(answer.status).toBe(503);
    expect(answer.headers.get("retry-after")).toBe("30");
    // test/browser/pages/closed-table.test.ts sees it come back.
    expect(answer.headers.get("refresh")).toBeNull();
    expect(answer.headers.get("content-security-policy")).toContain("connect-src 'self'");
    expect(await answer.text()).toContain(IN_MAINTENANCE.detail);
  });

  test("its past rounds stay readable for payouts, and its clock goes on", async () => {
    const { ask, clock, read } = service();
    const schedule = await ask("/embed/dragontiger/api/schedule");
    expect(schedule.status).toBe(200);
    clock.nowMs = phaseStartMs(5000, "result", dragontiger) - 1;
    expect(await read("/embed/dragontiger/api/results?limit=1")).toMatchObject([{ round: 4999 }]);
    clock.nowMs += 1;
    expect(await read("/embed/dragontiger/api/results?limit=1")).toMatchObject([{ round: 5000 }]);
    expect(await read("/embed/dragontiger/api/schedule")).toMatchObject({ now: clock.nowMs });
  });

  test("the other games go on", async () => {
    const { keyText } = await issueKey(service());
    for (const slug of ["baccarat", "bigsixball"]) {
      expect((await service().ask(`/embed/${slug}/api/current`)).status).toBe(200);
      expect((await service().ask(`/embed/${slug}/?key=${keyText}`)).status).toBe(200);
    }
  });
});

test("a game goes down and comes up again without a restart", async () => {
  const { ask, dataDir } = await startService();
  const status = async () => (await ask("/embed/baccarat/api/current")).status;
  expect(await status()).toBe(200);
  await setDown(dataDir, ["baccarat"], true);
  await eventually(async () => (await status()) === 503);
  await setDown(dataDir, ["baccarat"], false);
  await eventually(async () => (await status()) === 200);
});
