import childProcess from "node:child_process";
import crypto from "node:crypto";
import fileSystem from "node:fs/promises";
import type { FileHandle } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import timersPromises from "node:timers/promises";
import type { Agenda } from "./agenda.ts";
import type { Chance } from "./chance.ts";
import { diskMs } from "./disk-speed.ts";
import type { DiskSpeed } from "./disk-speed.ts";
import { present } from "./host.ts";
import type { Host } from "./host.ts";

/*
 * Replaces what this process knows of time and chance, and all that it can wait for, by that of the world,
 * for whatever runs as one of its hosts: the code of the service is not changed, and cannot tell. What runs
 * as no host has the real ones.
 */

/** What effects go by. */
export interface Surroundings {
  readonly agenda: Agenda;
  /** What the hosts draw. */
  readonly chance: Chance;
  /** What their files are on. */
  readonly disk: DiskSpeed;
  /** Answers what hosts ask others by HTTP. */
  fetch(host: Host, address: string, init: RequestInit): Promise<Response>;
}

let world: Surroundings | undefined;

/** Has the hosts live in a world from now on. */
export function enter(surroundings: Surroundings): void {
  world = surroundings;
  places = new WeakMap();
}

/** A host in its world. */
type Place = Surroundings & { readonly host: Host };

/** Made once for each host: they are asked for at every look at a clock. */
let places = new WeakMap<Host, Place>();

/** The world of the host whose code runs; undefined where nobody's does. */
function here(): Place | undefined {
  const host = present.getStore();
  if (host === undefined || world === undefined) {
    return undefined;
  }
  let place = places.get(host);
  if (place === undefined) {
    place = { ...world, host };
    places.set(host, place);
  }
  return place;
}

/** What a host's clock says, epoch ms. */
function wallMs({ agenda, host }: Place): number {
  return Math.floor(agenda.nowMs + host.aheadMs);
}

/** Files answer within some of these, ms. */
const LEAST_FILE_MS = 0.05;
const MOST_FILE_MS = 3;

/**
 * Does something real that takes no time of the world, at a moment that the seed chooses: the world waits for
 * it, so that of two that are under way the same one is always first.
 */
function arrive<T>(label: string, work: () => Promise<T>, besidesMs = 0): Promise<T> {
  const place = here();
  if (place === undefined) {
    return work();
  }
  const { agenda, chance } = place;
  return new Promise((resolve, reject) => {
    agenda.after(chance.between(LEAST_FILE_MS, MOST_FILE_MS) + besidesMs, label, async () => {
      try {
        resolve(await work());
      } catch (error) {
        reject(error as Error);
      }
    });
  });
}

/** A timer of a host, in place of Node's. */
class HostTimer {
  readonly #begin: () => () => void;
  #cancel: () => void;

  constructor(begin: () => () => void) {
    this.#begin = begin;
    this.#cancel = begin();
  }

  close(): this {
    this.#cancel();
    return this;
  }

  refresh(): this {
    this.#cancel();
    this.#cancel = this.#begin();
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  hasRef(): boolean {
    return true;
  }

  [Symbol.dispose](): void {
    this.close();
  }
}

type Callback = (...args: unknown[]) => unknown;

/** Timers go off a little late, as they do. */
const LATE_MS = 1.5;

function hostTimer(task: Callback, ms: number, args: unknown[], isRepeated: boolean): HostTimer {
  const { agenda, chance, host } = here() as Place;
  const leastMs = Math.max(1, ms || 0);

  function begin(): () => void {
    let cancel = () => {};
    let isOver = false;
    host.timers += 1;
    const end = () => {
      host.timers -= isOver ? 0 : 1;
      isOver = true;
    };
    function wait(): void {
      const dueMs = leastMs + chance.real() * (LATE_MS + host.lateMs);
      cancel = agenda.after(dueMs, `timer ${leastMs}`, goOff, host);
    }
    function goOff(): void {
      if (isRepeated) {
        wait();
      } else {
        end();
      }
      task(...args);
    }
    wait();
    return () => {
      end();
      cancel();
    };
  }

  return new HostTimer(begin);
}

/** A pause of a host, as `node:timers/promises` gives it. */
function hostPause<T>(ms: number, value: T, signal: AbortSignal | undefined): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) {
      reject(signal.reason as Error);
      return;
    }
    const timer = hostTimer(() => resolve(value), ms, [], false);
    signal?.addEventListener("abort", () => {
      timer.close();
      reject(signal.reason as Error);
    });
  });
}

/**
 * Puts the effects in place, for as long as the process lives. Node's own modules are changed in their CommonJS
 * form, from which those that import them get the new functions too.
 */
export function installEffects(): void {
  installTimers();
  installClock();
  installChance();
  installFiles();
  const { fetch } = globalThis;
  replace(globalThis, "fetch", (address: string, init: RequestInit = {}) => {
    const found = here();
    return found === undefined ? fetch(address, init) : found.fetch(found.host, address, init);
  });
  // There is no chrony in the world.
  const { execFile } = childProcess;
  replace(
    childProcess,
    "execFile",
    (file: string, args: string[], options: object, done: Callback) => {
      const found = here();
      if (found === undefined) {
        return execFile(file, args, options, done as never);
      }
      const absent = Object.assign(new Error(`There is no ${file}.`), { code: "ENOENT" });
      found.agenda.after(1, `no ${file}`, () => void done(absent, "", ""));
      return undefined;
    },
  );
  syncBuiltinESMExports();
}

function replace(holder: object, name: PropertyKey, value: unknown): void {
  Object.defineProperty(holder, name, { value, writable: true, configurable: true });
}

function installTimers(): void {
  const { setTimeout, setInterval, setImmediate, clearTimeout, clearInterval } = globalThis;
  const real = { setTimeout, setInterval, clearTimeout, clearInterval };
  for (const name of ["setTimeout", "setInterval"] as const) {
    const isRepeated = name === "setInterval";
    replace(globalThis, name, (task: Callback, ms = 1, ...args: unknown[]) =>
      here() === undefined ? real[name](task, ms, ...args) : hostTimer(task, ms, args, isRepeated),
    );
  }
  for (const name of ["clearTimeout", "clearInterval"] as const) {
    replace(globalThis, name, (timer: unknown) => {
      if (timer instanceof HostTimer) {
        timer.close();
      } else {
        real[name](timer as NodeJS.Timeout);
      }
    });
  }
  replace(globalThis, "setImmediate", (task: Callback, ...args: unknown[]) => {
    const found = here();
    return found === undefined
      ? setImmediate(task, ...args)
      : found.agenda.after(0, "turn", () => void task(...args));
  });
  const { setTimeout: pause } = timersPromises;
  replace(
    timersPromises,
    "setTimeout",
    (ms = 1, value?: unknown, options?: { signal?: AbortSignal }) =>
      here() === undefined ? pause(ms, value, options) : hostPause(ms, value, options?.signal),
  );
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  replace(AbortSignal, "timeout", (ms: number) => {
    if (here() === undefined) {
      return timeout(ms);
    }
    const controller = new AbortController();
    const late = new DOMException("The operation was aborted due to timeout", "TimeoutError");
    const { agenda, chance, host } = here() as Place;
    // None of the host's timers: it stays until its time, also when what it would have ended has ended, and ends then.
    agenda.after(
      Math.max(1, ms) + chance.real() * (LATE_MS + host.lateMs),
      `timer ${ms}`,
      () => controller.abort(late),
      host,
    );
    return controller.signal;
  });
}

function installClock(): void {
  const RealDate = Date;
  class HostDate extends RealDate {
    constructor(...given: unknown[]) {
      const found = given.length === 0 ? here() : undefined;
      // Whatever `Date` takes: its own type has no name for that.
      super(...((found === undefined ? given : [wallMs(found)]) as []));
    }

    static override now(): number {
      const found = here();
      return found === undefined ? RealDate.now() : wallMs(found);
    }
  }
  replace(globalThis, "Date", HostDate);
  const steady = performance.now.bind(performance);
  replace(performance, "now", () => {
    const found = here();
    return found === undefined ? steady() : found.agenda.nowMs - found.host.bornMs;
  });
  const hrtime = process.hrtime.bigint.bind(process.hrtime);
  replace(process.hrtime, "bigint", () => {
    const found = here();
    return found === undefined ? hrtime() : BigInt(Math.round(found.agenda.nowMs * 1_000_000));
  });
}

function installChance(): void {
  const { random } = Math;
  replace(Math, "random", () => here()?.chance.real() ?? random());
  const { randomInt, randomBytes, randomUUID, webcrypto } = crypto;
  const bytesOf = (chance: Chance, length: number) => {
    const bytes = Buffer.alloc(length);
    chance.fill(bytes);
    return bytes;
  };
  const uuidOf = (chance: Chance) => {
    const hex = bytesOf(chance, 16).toString("hex");
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
  };
  replace(crypto, "randomInt", (least: number, most?: number) => {
    const found = here();
    const [from, to] = most === undefined ? [0, least] : [least, most];
    return found === undefined ? randomInt(from, to) : from + found.chance.below(to - from);
  });
  replace(crypto, "randomBytes", (length: number) => {
    const found = here();
    return found === undefined ? randomBytes(length) : bytesOf(found.chance, length);
  });
  const uuid = () => {
    const found = here();
    return found === undefined ? randomUUID() : uuidOf(found.chance);
  };
  replace(crypto, "randomUUID", uuid);
  const prototype = Object.getPrototypeOf(webcrypto) as Crypto;
  const getRandomValues = webcrypto.getRandomValues.bind(webcrypto);
  replace(prototype, "randomUUID", uuid);
  replace(prototype, "getRandomValues", (view: Uint8Array) => {
    const found = here();
    if (found === undefined) {
      return getRandomValues(view);
    }
    found.chance.fill(new Uint8Array(view.buffer, view.byteOffset, view.byteLength));
    return view;
  });
  const { subtle } = webcrypto;
  const names = [
    "sign",
    "verify",
    "digest",
    "importKey",
    "exportKey",
    "deriveBits",
    "deriveKey",
    "encrypt",
    "decrypt",
    "generateKey",
  ] as const;
  for (const name of names) {
    const real = (subtle[name] as Callback).bind(subtle) as (
      ...args: unknown[]
    ) => Promise<unknown>;
    replace(Object.getPrototypeOf(subtle) as object, name, (...args: unknown[]) =>
      arrive(`crypto ${name}`, () => real(...args)),
    );
  }
}

const FILE_CALLS = [
  "access",
  "appendFile",
  "chmod",
  "copyFile",
  "link",
  "mkdir",
  "readFile",
  "readdir",
  "rename",
  "rm",
  "stat",
  "unlink",
  "writeFile",
] as const;

/** What reads at most; the others wait until all is on the disk. */
const READS = /^(access|readFile|readdir|stat|read|readLines|close)$/;

/** A call to a file, which the host's disk has its part in. */
function arriveFromDisk<T>(name: string, work: () => Promise<T>): Promise<T> {
  const place = here();
  const ms = place === undefined ? 0 : diskMs(place.disk, READS.test(name) ? "reads" : "writes");
  return arrive(`file ${name}`, work, ms);
}

type FileCall = (...args: unknown[]) => Promise<unknown>;

/** Files are dated by the clocks of hosts, and listed in the order of their names. */
function installFiles(): void {
  const files = fileSystem as unknown as Record<string, FileCall>;
  const { utimes } = fileSystem;
  for (const name of FILE_CALLS) {
    const real = files[name] as FileCall;
    replace(files, name, (...args: unknown[]) => {
      const place = here();
      return arriveFromDisk(name, async () => {
        const result = await real(...args);
        if (place !== undefined && (name === "writeFile" || name === "appendFile")) {
          await utimes(String(args[0]), wallMs(place) / 1_000, wallMs(place) / 1_000);
        }
        return name === "readdir" && place !== undefined ? (result as string[]).toSorted() : result;
      });
    });
  }
  const { open } = fileSystem;
  replace(files, "open", async (...args: Parameters<typeof open>) =>
    here() === undefined
      ? open(...args)
      : arrivingHandle(await arriveFromDisk("open", async () => owned(await open(...args)))),
  );
}

/** An open file that ends with the host that opened it: Node complains of one that nobody closes. */
function owned(handle: FileHandle): FileHandle {
  const handles = present.getStore()?.handles;
  const close = handle.close.bind(handle);
  const open = {
    close: () => void close().catch(() => {}),
    get isOpen() {
      return handle.fd !== -1;
    },
  };
  handles?.add(open);
  handle.close = () => {
    handles?.delete(open);
    return close();
  };
  return handle;
}

/** An open file each of whose calls arrives. */
function arrivingHandle(handle: FileHandle): FileHandle {
  return new Proxy(handle, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function"
        ? (...args: unknown[]) => {
            const place = here();
            return arriveFromDisk(String(name), async () => {
              const result: unknown = await Reflect.apply(value, target, args);
              if (place !== undefined && name === "writeFile") {
                await handle.utimes(wallMs(place) / 1_000, wallMs(place) / 1_000);
              }
              return result;
            });
          }
        : value;
    },
  });
}
