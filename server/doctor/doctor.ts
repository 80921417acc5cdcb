import type { SignedHeader } from "../../src/fairness/header.ts";
import { dateOfDay, dayAt } from "../../src/fairness/utc-day.ts";
import { games } from "../../src/games/index.ts";
import type { Config } from "../config/config.ts";
import { refuseLostDatabase } from "../fairness/secret.ts";
import { checkHealth } from "../owner/health.ts";
import type { CheckCode } from "../owner/health.ts";
import { dataFolderAt } from "../store/data-folder.ts";
import { missingTables } from "../store/missing-tables.ts";
import { readStore } from "../store/read-store.ts";
import type { ReadStore } from "../store/read-store.ts";
import { readMarks } from "../store/server-marks.ts";
import { StoreError } from "../store/store-error.ts";
import type { Store, StorePlace } from "../store/store.ts";
import { lookAt, PARTS } from "./finding.ts";
import type { Finding, Part, Say } from "./finding.ts";
import { lookAtHeaders } from "./headers.ts";
import { lookAtFiles, lookAtServers, lookAtVersions } from "./machine.ts";
import { lookAtClock, lookAtMail, lookAtNodes, lookAtRelays } from "./outside.ts";
import type { Outside } from "./outside.ts";
import { lookAtRows } from "./rows.ts";
import { lookAtSecrets } from "./secrets.ts";
import type { FoundSecrets } from "./secrets.ts";

/** What is to be examined, and with what. */
export interface DoctorDeps extends Outside {
  readonly place: StorePlace;
  /** The data folder, absolute. */
  readonly folder: string;
  /** The settings, or why they are not valid. */
  readonly settings: Config | Error;
  /** The version of Node, such as `24.21.0`. */
  readonly node: string;
  /** Files of which each half of the build has one. */
  readonly build: readonly URL[];
}

/**
 * Looks at all that a service stands on, whether it runs or not. Nothing is changed.
 *
 * @returns what was found, by part.
 */
export async function examine(deps: DoctorDeps): Promise<Finding[]> {
  const { folder, settings, now } = deps;
  const config = settings instanceof Error ? undefined : settings;
  const marks = await readMarks(folder, now());
  const findings = [
    ...(await lookAt("versions", (say) => lookAtVersions(say, deps.node, deps.build))),
    ...(await lookAt("settings", (say) =>
      settings instanceof Error
        ? say("fault", settings.message)
        : say("ok", "All settings are valid."),
    )),
    ...(await lookAt("files", (say) => lookAtFiles(say, folder))),
    ...(await lookAt("server", (say) => lookAtServers(say, marks))),
  ];
  const opened = await open(deps);
  if ("findings" in opened) {
    findings.push(...opened.findings);
  } else {
    findings.push(...(await lookAt("database", (say) => lookAtDatabase(say, opened, folder))));
  }
  const read = "findings" in opened ? undefined : opened;
  try {
    const store = read && isReadable(read) ? read.store : undefined;
    if (store !== undefined) {
      findings.push(...(await lookAt("rows", (say) => lookAtRows(say, store))));
    }
    if (config !== undefined) {
      const examined = { config, store, isRunning: marks.length > 0 };
      findings.push(...(await lookWithSettings(deps, examined)));
    }
  } finally {
    await read?.store.close();
  }
  return findings.toSorted((a, b) => PARTS.indexOf(a.part) - PARTS.indexOf(b.part));
}

/** Of older tables this version cannot read all. */
const isReadable = ({ tables }: ReadStore) => tables === "same" || tables === "ahead";

async function open({ place, folder }: DoctorDeps): Promise<ReadStore | { findings: Finding[] }> {
  try {
    return await readStore(place);
  } catch (error) {
    return {
      findings: await lookAt("database", (say) => {
        if (!(error instanceof StoreError && error.fault === "absent")) {
          throw error;
        }
        refuseLostDatabase(dataFolderAt(folder));
        say("warning", `${error.message} ${MADE_AT_START}`);
      }),
    };
  }
}

const MADE_AT_START =
  "The first start makes it; where a service has been, put it back from a backup.";

async function lookAtDatabase(
  say: Say,
  { store, tables, integrity }: ReadStore,
  folder: string,
): Promise<void> {
  await store.check();
  const wrong = await integrity();
  for (const words of wrong) {
    say(
      "fault",
      `The database is damaged: ${words}. Stop the service, look at the disk, and put a backup in its place.`,
    );
  }
  const missing = tables === "none" ? [] : await missingTables(store.db);
  for (const name of missing) {
    say(
      "fault",
      `The database has no ${name}, which its version has. Stop the service, and put a backup in its place.`,
    );
  }
  if (tables === "none") {
    if (!store.tellsTime) {
      refuseLostDatabase(dataFolderAt(folder))();
    }
    say("warning", `The database is empty. ${MADE_AT_START}`);
  } else if (tables === "ahead") {
    say(
      "warning",
      "A newer version brought the tables up to date, which is not confirmed yet. Confirm it or undo it: see Upgrade in the docs.",
    );
  } else if (tables === "older") {
    say(
      "warning",
      "The tables are of an earlier version. Back up; the next start brings them up to date.",
    );
  } else if (wrong.length === 0 && missing.length === 0) {
    say(
      "ok",
      store.tellsTime
        ? "The PostgreSQL database answers and can be written to; its tables are of this version."
        : "The database is whole, and its tables are of this version.",
    );
  }
}

async function lookWithSettings(
  deps: DoctorDeps,
  { config, store, isRunning }: { config: Config; store: Store | undefined; isRunning: boolean },
): Promise<Finding[]> {
  const { folder } = deps;
  const nowMs = deps.now();
  let secrets: FoundSecrets | undefined;
  let headers: SignedHeader[] = [];
  const ofStore =
    store === undefined
      ? []
      : [
          ...(await lookAt("secrets", async (say) => {
            secrets = await lookAtSecrets(say, { store, config, folder });
          })),
          ...(await lookAt("headers", async (say) => {
            headers = await lookAtHeaders(say, { store, secrets, folder, nowMs });
          })),
          ...(await lookAtHealth(store, { config, headers, folder, isRunning, nowMs })),
        ];
  const outside = await Promise.all([
    lookAt("clock", (say) => lookAtClock(say, { config, store }, deps)),
    lookAt("beacons", (say) => lookAtRelays(say, config, deps)),
    lookAt("payment_node", (say) => lookAtNodes(say, config, deps)),
    lookAt("mail", (say) => lookAtMail(say, config)),
  ]);
  return [...ofStore, ...outside.flat()];
}

/** What a running server looks at as well, and the words where nothing is wrong. */
const HEALTH: Partial<Record<CheckCode, { part: Part; ok: string }>> = {
  days: { part: "days", ok: "Tomorrow is published." },
  disk: { part: "disk", ok: "The disk has room." },
  mail: { part: "mail", ok: "No mail waits for long." },
  review: { part: "review", ok: "No payment waits for you to decide." },
};

async function lookAtHealth(
  store: Store,
  {
    config,
    headers,
    folder,
    isRunning,
    nowMs,
  }: {
    config: Config;
    headers: readonly SignedHeader[];
    folder: string;
    isRunning: boolean;
    nowMs: number;
  },
): Promise<Finding[]> {
  const tomorrow = dateOfDay(dayAt(nowMs) + 1);
  const checks = await checkHealth(
    {
      store,
      dataDir: folder,
      // A service that does not run publishes nothing: its next start does.
      unpublished: () =>
        isRunning
          ? games
              .filter(
                ({ slug }) => !headers.some(({ game, date }) => game === slug && date === tomorrow),
              )
              .map(({ slug }) => slug)
          : [],
      // These are looked at here in more depth.
      clockFault: () => null,
      storeFaults: () => [],
      beaconLateMs: () => null,
      nodeState: () => null,
    },
    nowMs,
  );
  return checks.flatMap(({ code, fault }): Finding[] => {
    const named = HEALTH[code];
    if (named === undefined || (fault === null && !isWorthALine(code, config, isRunning))) {
      return [];
    }
    return [
      { part: named.part, status: fault === null ? "ok" : "warning", words: fault ?? named.ok },
    ];
  });
}

function isWorthALine(code: CheckCode, { portal }: Config, isRunning: boolean): boolean {
  switch (code) {
    case "days":
      return isRunning;
    case "mail":
    case "review":
      return portal.on;
    default:
      return true;
  }
}
