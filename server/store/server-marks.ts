import { readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Job } from "../runtime/jobs.ts";
import { isOver, ownLife } from "./process-life.ts";
import type { ProcessLife } from "./process-life.ts";

/** What a running server notes in its data folder, for commands on the same folder. */
export interface ServerMark {
  readonly pid: number;
  /** The inode of the SQLite file that it has open; null where its database is elsewhere. */
  readonly inode: number | null;
  /** How the file that it has open was lost, in a sentence or two; null: it was not. */
  readonly lost: string | null;
}

/** Keeps the mark of one server. */
export interface MarkKeeper {
  /** Writes it again and again: who is killed leaves a mark that grows old. */
  readonly job: Job;
  /** Takes it away. */
  leave(): Promise<void>;
}

const MARK_MS = 2_000;
/** Longer than a busy machine takes between two marks. */
export const FRESH_MS = 10_000;
const FILE = /^running-[\w-]+\.json$/;

/**
 * Keeps a mark in a data folder.
 *
 * @param id unique among all processes; letters, digits and hyphens.
 * @param mark what it is to say now.
 */
export function keepMark(dataDir: string, id: string, mark: () => ServerMark): MarkKeeper {
  const file = join(dataDir, `running-${id}.json`);
  const life = ownLife();
  let isFirst = true;

  async function write(): Promise<void> {
    // Whoever reads meanwhile gets the whole of it.
    await writeFile(`${file}.new`, `${JSON.stringify({ ...mark(), ...life })}\n`, { mode: 0o600 });
    await rename(`${file}.new`, file);
    if (isFirst) {
      await dropOld(dataDir, (await stat(file)).mtimeMs);
      isFirst = false;
    }
  }

  return {
    job: {
      name: "mark",
      everyMs: MARK_MS,
      // A folder that cannot be written to is told by the database in it.
      work: () => write().catch(() => {}),
    },
    async leave() {
      await rm(`${file}.new`, { force: true });
      await rm(file, { force: true });
    },
  };
}

/** Takes away what servers left that were killed. */
async function dropOld(dataDir: string, nowMs: number): Promise<void> {
  for (const name of await marksIn(dataDir)) {
    const file = join(dataDir, name);
    if ((await stat(file)).mtimeMs < nowMs - FRESH_MS) {
      await rm(file, { force: true });
    }
  }
}

async function marksIn(dataDir: string): Promise<string[]> {
  return (await readdir(dataDir)).filter((name) => FILE.test(name));
}

/**
 * The marks of servers that run on a data folder. One that was killed in another container, or just before the machine
 * was started anew, may be among them for ten seconds.
 *
 * @param nowMs this machine's clock, epoch ms, which the times of files go by.
 */
export async function readMarks(dataDir: string, nowMs: number): Promise<ServerMark[]> {
  const names = await marksIn(dataDir).catch(() => []);
  const marks = await Promise.all(names.map((name) => readFresh(join(dataDir, name), nowMs)));
  return marks.filter((mark) => mark !== undefined);
}

async function readFresh(file: string, nowMs: number): Promise<ServerMark | undefined> {
  try {
    const { mtimeMs } = await stat(file);
    // One of the future was written before the clock was set back.
    if (Math.abs(nowMs - mtimeMs) > FRESH_MS) {
      return undefined;
    }
    const found: Found = JSON.parse(await readFile(file, "utf8"));
    const mark = readMark(found);
    return isOver(mark.pid, lifeIn(found)) ? undefined : mark;
  } catch {
    // It went away meanwhile, or was left half written by a full disk.
    return undefined;
  }
}

type Found = Partial<Record<keyof (ServerMark & ProcessLife), unknown>>;

function readMark({ pid, inode, lost }: Found): ServerMark {
  return {
    pid: Number(pid),
    inode: numberOrNull(inode),
    lost: textOrNull(lost),
  };
}

function lifeIn({ home, startedTicks }: Found): ProcessLife {
  return { home: textOrNull(home), startedTicks: numberOrNull(startedTicks) };
}

const numberOrNull = (value: unknown) => (typeof value === "number" ? value : null);
const textOrNull = (value: unknown) => (typeof value === "string" ? value : null);
