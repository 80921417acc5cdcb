import { sameBytes } from "./base64.ts";
import { isCheckpointOf } from "./checkpoint.ts";
import type { Checkpoint } from "./checkpoint.ts";
import { cosignedAtMs } from "./cosignature.ts";
import { LogFormatError } from "./format-error.ts";
import { COSIGNATURE, ED25519, formatVerifierKey, readVerifierKey } from "./verifier-key.ts";
import type { VerifierKey } from "./verifier-key.ts";

/*
 * Whom a verifier believes: which logs, and how many of which witnesses (C2SP tlog-policy).
 */

/** A witness, and where it takes checkpoints. */
export interface Witness {
  readonly key: VerifierKey;
  /** The submission prefix; undefined where nothing is sent to it. */
  readonly url: string | undefined;
}

interface Group {
  /** How many of the members are needed. */
  readonly needed: number;
  readonly members: readonly string[];
}

/** A policy that was read. */
export interface Policy {
  readonly logs: readonly VerifierKey[];
  /** By the names that the policy gives them. */
  readonly witnesses: ReadonlyMap<string, Witness>;
  readonly groups: ReadonlyMap<string, Group>;
  /** A witness or a group; "none" when nobody is needed. */
  readonly quorum: string;
}

const NONE = "none";
/** Policies that are longer are refused. */
const MAX_LINES = 1_000;

/** Reads a policy. Throws a LogFormatError that names the line. */
export function readPolicy(text: string): Policy {
  const reader = new PolicyReader();
  const lines = text.split("\n");
  if (lines.length > MAX_LINES) {
    throw new LogFormatError(`A policy has at most ${MAX_LINES} lines.`);
  }
  for (const [index, line] of lines.entries()) {
    try {
      reader.line(line);
    } catch (error) {
      throw error instanceof LogFormatError
        ? new LogFormatError(`Line ${index + 1} of the policy: ${error.message}`, { cause: error })
        : error;
    }
  }
  return reader.done();
}

class PolicyReader {
  readonly #logs: VerifierKey[] = [];
  readonly #witnesses = new Map<string, Witness>();
  readonly #groups = new Map<string, Group>();
  readonly #grouped = new Set<string>();
  #quorum: string | undefined;

  line(line: string): void {
    // Tabs are the only ones that the specification allows.
    if (/[^\t\P{Cc}]/u.test(line)) {
      throw new LogFormatError("it holds control characters.");
    }
    const [kind = "", ...words] = line.split(/[ \t]+/).filter((word) => word !== "");
    if (kind === "" || kind.startsWith("#")) {
      return;
    }
    switch (kind) {
      case "log":
        return this.#log(words);
      case "witness":
        return this.#witness(words);
      case "group":
        return this.#group(words);
      case "quorum":
        return this.#setQuorum(words);
      default:
        throw new LogFormatError(`"${kind.slice(0, 40)}" is no log, witness, group or quorum.`);
    }
  }

  done(): Policy {
    if (this.#quorum === undefined) {
      throw new LogFormatError("A policy needs a line with its quorum.");
    }
    const [logs, witnesses, groups] = [this.#logs, this.#witnesses, this.#groups];
    return { logs, witnesses, groups, quorum: this.#quorum };
  }

  #log([text = "", _url, ...rest]: readonly string[]): void {
    const key = readVerifierKey(text, ED25519);
    if (rest.length > 0 || this.#logs.some((log) => sameBytes(log.publicKey, key.publicKey))) {
      throw new LogFormatError("a log is its verifier key and perhaps an address, once.");
    }
    this.#logs.push(key);
  }

  #witness([name = "", text = "", url, ...rest]: readonly string[]): void {
    this.#requireNew(name);
    const key = readVerifierKey(text, COSIGNATURE);
    const isKnown = [...this.#witnesses.values()].some((other) =>
      sameBytes(other.key.publicKey, key.publicKey),
    );
    if (rest.length > 0 || isKnown) {
      throw new LogFormatError("a witness is a name, a verifier key, perhaps an address, once.");
    }
    this.#witnesses.set(name, { key, url });
  }

  #group([name = "", needed = "", ...members]: readonly string[]): void {
    this.#requireNew(name);
    const count = countOf(needed, members.length);
    if (members.length === 0 || count < 1 || count > members.length) {
      throw new LogFormatError("a group has a name, all, any or a number, and members.");
    }
    for (const member of members) {
      this.#requireKnown(member);
      if (this.#grouped.has(member)) {
        throw new LogFormatError(`"${member}" is in a group already.`);
      }
      this.#grouped.add(member);
    }
    this.#groups.set(name, { needed: count, members });
  }

  #setQuorum([name = "", ...rest]: readonly string[]): void {
    if (this.#quorum !== undefined || rest.length > 0) {
      throw new LogFormatError("there is one quorum, and it has one name.");
    }
    if (name !== NONE) {
      this.#requireKnown(name);
    }
    this.#quorum = name;
  }

  #requireNew(name: string): void {
    if (name === "" || name === NONE || this.#witnesses.has(name) || this.#groups.has(name)) {
      throw new LogFormatError(`"${name}" cannot be the name of something new.`);
    }
  }

  #requireKnown(name: string): void {
    if (!this.#witnesses.has(name) && !this.#groups.has(name)) {
      throw new LogFormatError(`"${name}" is defined nowhere before.`);
    }
  }
}

/** How many of a group's members are needed; 0 for what is no number. */
function countOf(text: string, members: number): number {
  switch (text) {
    case "any":
      return 1;
    case "all":
      return members;
    default:
      return /^[1-9]\d{0,3}$/.test(text) ? Number(text) : 0;
  }
}

/**
 * The first moment at which the quorum had cosigned a checkpoint, in ms since 1970, by the times of its
 * witnesses; null when it has not, or when nobody is needed and so nobody says when.
 */
export function witnessedAtMs(policy: Policy, checkpoint: Checkpoint): number | null {
  const timeOf = (name: string): number | null => {
    const group = policy.groups.get(name);
    if (group === undefined) {
      const witness = policy.witnesses.get(name);
      return witness === undefined ? null : cosignedAtMs(checkpoint, witness.key);
    }
    const times = group.members.map(timeOf).filter((time) => time !== null);
    return times.toSorted((a, b) => a - b)[group.needed - 1] ?? null;
  };
  return timeOf(policy.quorum);
}

/** Whether a checkpoint is signed by a log of a policy. */
export function isOfKnownLog({ logs }: Policy, checkpoint: Checkpoint): boolean {
  return logs.some((log) => isCheckpointOf(checkpoint, log));
}

/** A policy for one log and `needed` of some witnesses, as text. */
export function policyText(
  log: VerifierKey,
  witnesses: readonly Witness[],
  needed: number,
): string {
  const names = witnesses.map((_, index) => `witness-${index + 1}`);
  const lines = [
    `log ${formatVerifierKey(log)}`,
    ...witnesses.map(({ key, url }, index) =>
      ["witness", names[index], formatVerifierKey(key), ...(url === undefined ? [] : [url])].join(
        " ",
      ),
    ),
    ...(names.length === 0
      ? [`quorum ${NONE}`]
      : [`group witnesses ${needed} ${names.join(" ")}`, "quorum witnesses"]),
  ];
  return lines.map((line) => `${line}\n`).join("");
}
