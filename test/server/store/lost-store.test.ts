// Cause: the library for accounts hides errors of the database behind its own, so registering returned 500.
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, onTestFinished, test } from "vitest";
import { PORTAL_ROUTES } from "../../../server/account/portal-routes.ts";
import { SECRET_HEX, startService } from "../../support/service.ts";
import { smallDisk } from "../../support/small-disk.ts";
import { newVisitor, PASSWORD, signedInVisitor } from "../../support/visitor.ts";

const troubles = [
  {
    how: "Another program has locked the database",
    async begin(dataDir: string) {
      const other = new DatabaseSync(join(dataDir, "tableside.sqlite"), { timeout: 0 });
      onTestFinished(() => other.close());
      other.exec("begin exclusive");
    },
  },
  {
    how: "full",
    async begin(dataDir: string) {
      await writeFile(join(dataDir, "filling"), Buffer.alloc(8_000_000)).catch(() => {});
      // The rest of the write-ahead log is filled too.
      const other = new DatabaseSync(join(dataDir, "tableside.sqlite"));
      onTestFinished(() => other.close());
      other.exec("begin; create table filling (bytes); pragma cache_size = 1");
      const fill = other.prepare("insert into filling values (randomblob(4000))");
      expect(() => {
        for (;;) {
          fill.run();
        }
      }).toThrow("full");
    },
  },
  { how: "deleted", begin: (dataDir: string) => rm(join(dataDir, "tableside.sqlite")) },
];

describe.each(troubles)("an unusable database under a running service", ({ how, begin }) => {
  test(`registration returns 503 and names the fault: ${how}`, async () => {
    const dataDir = await smallDisk(4_096);
    const service = await startService({ env: { DATA_DIR: dataDir, ORACLE_SECRET: SECRET_HEX } });
    const visitor = await signedInVisitor(service);
    await begin(dataDir);
    const responses = await Promise.all(
      Array.from({ length: 3 }, async (_, number) => {
        const fields = { email: `a${number}@operator.example`, password: PASSWORD };
        const response = await newVisitor(service).post("/account/register/", fields);
        return `${response.status} ${((await response.json()) as { detail: string }).detail}`;
      }),
    );
    expect(responses.filter((each) => !each.startsWith("503 ") || !each.includes(how))).toEqual([]);
    const asked = Object.entries(PORTAL_ROUTES).flatMap(([path, route]) => [
      ...(route.get ? [visitor.get(path)] : []),
      ...(route.post ? [visitor.post(path, { password: PASSWORD })] : []),
    ]);
    const statuses = (await Promise.all(asked)).map(({ url, status }) => `${status} ${url}`);
    expect(statuses.filter((each) => each.startsWith("5") && !each.startsWith("503 "))).toEqual([]);
    expect((await service.ask("/embed/baccarat/api/current")).status).toBe(200);
  });
});
