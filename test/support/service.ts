import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { issue, type IssuedKey, type KeyInput } from "../../server/access/keys.ts";
import { setMaintenance } from "../../server/access/maintenance.ts";
import { readConfig } from "../../server/config/config.ts";
import { readAssets } from "../../server/pages/assets.ts";
import { readPages } from "../../server/pages/pages.ts";
import { jsonLog } from "../../server/runtime/log.ts";
import { openService, type Service, type ServiceDeps } from "../../server/service.ts";
import { openStore } from "../../server/store/open-store.ts";
import type { Store } from "../../server/store/store.ts";
import type { Game } from "../../src/games/contract.ts";
import { phaseStartMs } from "../../src/round/phases.ts";
import { requireDocumentedResponse } from "./contract.ts";
import { VECTOR_SECRET } from "./dealt-rounds.ts";
import { fakeDist } from "./dist.ts";
import { putMigratedFile } from "./migrated-file.ts";
import { quickHashing } from "./quick-hashing.ts";
import { shared } from "./shared.ts";

export const SECRET_HEX = Buffer.from(VECTOR_SECRET).toString("hex");

export const OTHER_SECRET_HEX = "f6aea3206e8e4cf4a9280c01533cfdd69eadc0f049970df07635578395608633";

/** Half a year in, at the start of round 521281 of the half-minute games. */
export const NOW_MS = Date.UTC(2026, 6, 1);

const DAY_MS = 86_400_000;

export interface ServiceOptions {
  readonly nowMs?: number;
  /** Settings other than DATA_DIR, which is a new folder unless given. */
  readonly env?: Readonly<Record<string, string>>;
  readonly streams?: ServiceDeps["streams"];
  readonly down?: readonly string[];
  /** Whether its clock is checked; by default it is trusted. */
  readonly isJudged?: boolean;
}

/** A whole service without a port: real store, real secret, a stopped clock. */
export interface TestService extends Service {
  readonly dataDir: string;
  readonly clock: { nowMs: number };
  readonly log: readonly string[];
  /** Requests a path, with GET by default. Rejects a response that is not in the contract. */
  ask(path: string, init?: RequestInit): Promise<Response>;
  read(path: string): Promise<unknown>;
}

export async function startService(options: ServiceOptions = {}): Promise<TestService> {
  const [service, end] = await openTestService(options);
  onTestFinished(end);
  return service;
}

export const sharedService = (options: ServiceOptions = {}): (() => TestService) =>
  shared(async (closing) => {
    const [service, end] = await openTestService(options);
    closing.defer(end);
    return service;
  });

export async function openTestService(
  options: ServiceOptions,
): Promise<[TestService, end: () => Promise<void>]> {
  const folder = await mkdtemp(join(tmpdir(), "tableside-"));
  const env = { ORACLE_SECRET: SECRET_HEX, ...options.env };
  const dataDir = options.env?.["DATA_DIR"] ?? join(folder, "data");
  const clock = { nowMs: options.nowMs ?? NOW_MS };
  const now = () => clock.nowMs;
  if (options.env?.["DATA_DIR"] === undefined) {
    await mkdir(dataDir, { mode: 0o700 });
    await putMigratedFile(join(dataDir, "tableside.sqlite"));
  }
  if (options.down !== undefined) {
    await mkdir(dataDir, { recursive: true });
    await setDown(dataDir, options.down, true);
  }
  const dist = join(folder, "dist");
  await fakeDist(dist);
  const log: string[] = [];
  const opening = openService(readConfig({ ...env, DATA_DIR: dataDir }), {
    pages: await readPages(dist),
    assets: await readAssets(dist),
    now,
    steady: options.isJudged === true ? now : null,
    log: jsonLog((line) => log.push(line), now),
    ...(options.streams !== undefined && { streams: options.streams }),
    hashing: quickHashing,
    // Returns a page's data instead of the page.
    renderPage: async (_event, headers, locals) =>
      new Response(JSON.stringify(locals), { headers }),
  });
  const service = await opening.catch(async (error: unknown) => {
    await rm(folder, { recursive: true, force: true });
    throw error;
  });
  const ask: TestService["ask"] = async (path, init) => {
    const response = await service.app.request(`http://tableside.test${path}`, init);
    await requireDocumentedResponse(init?.method ?? "GET", path, response);
    return response;
  };
  const read: TestService["read"] = async (path) => (await ask(path)).json();
  async function end(): Promise<void> {
    await service.close();
    await rm(folder, { recursive: true, force: true });
  }
  return [{ ...service, dataDir, clock, log, ask, read }, end];
}

/** Runs `work` on a service's store from outside, as the command line does. */
export async function withStoreOf<T>(
  dataDir: string,
  work: (store: Store) => Promise<T>,
): Promise<T> {
  const store = await openStore({ file: join(dataDir, "tableside.sqlite") });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** A service's audit records. */
export const auditOf = ({ dataDir }: TestService) =>
  withStoreOf(dataDir, ({ db }) => db.selectFrom("audit").selectAll().execute());

export function issueKey(
  { dataDir }: Pick<TestService, "dataDir">,
  input: Partial<KeyInput> = {},
): Promise<IssuedKey> {
  const whole = { label: "Acme", endsAtMs: NOW_MS + 30 * DAY_MS, origins: [], ...input };
  return withStoreOf(dataDir, (store) => issue(store, whole, Math.min(NOW_MS, whole.endsAtMs - 1)));
}

/** Starts or ends maintenance of games; a running service notices within a second. */
export function setDown(dataDir: string, slugs: readonly string[], on: boolean): Promise<void> {
  return withStoreOf(dataDir, async (store) => {
    for (const slug of slugs) {
      await setMaintenance(store, slug, on, NOW_MS);
    }
  });
}

/** Lets a service run a round in `seed` mode from its opening to its result. */
export async function playRound(
  { clock, catchUp }: TestService,
  game: Game,
  round: number,
): Promise<void> {
  for (const phase of ["betting", "result"] as const) {
    clock.nowMs = phaseStartMs(round, phase, game);
    await catchUp();
  }
}
