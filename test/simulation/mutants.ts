/** A fault put back into the service, that the simulation has to find. */
export interface Mutant {
  readonly name: string;
  /** What was wrong. */
  readonly fault: string;
  /** Which promise is seen to be broken. */
  readonly breaks: RegExp;
  /** A seed that found it when it was looked for last, where a search begins. */
  readonly seed: number;
  readonly edits: readonly Edit[];
}

interface Edit {
  /** From the root of the project. */
  readonly file: string;
  /** Code that is there once. */
  readonly from: string;
  readonly to: string;
}

export const MUTANTS: readonly Mutant[] = [
  {
    name: "worker-without-a-catch",
    seed: 18,
    fault: "A look-up that fails while the database is away ends the process.",
    breaks: /no process ends by itself/,
    edits: [
      {
        file: "server/payment/worker.ts",
        from: `.then(begin, (error: unknown) => log("payments unattended", { cause: String(error) }));`,
        to: ".then(begin);",
      },
    ],
  },
  {
    name: "no-sync",
    seed: 5,
    fault: "A key or a credited payment leaves before it is on the disk.",
    breaks: /a key that was shown opens|what was shown as paid/,
    edits: [
      {
        file: "server/store/sqlite.ts",
        from: `new NodeSqliteDialect(opened, "full")`,
        to: `new NodeSqliteDialect(opened, "normal")`,
      },
    ],
  },
  {
    name: "session-before-the-form",
    seed: 2,
    fault: "A form that is held open writes for an account that was deleted meanwhile.",
    breaks: /a deleted account gets nothing/,
    edits: [
      {
        file: "server/account/portal.ts",
        from: `    const form = event.req.method === "POST" ?`,
        to: `    const early = await context.accounts.whoIs(clientOf(event, options.addressOf(event)));
    const form = event.req.method === "POST" ?`,
      },
      {
        file: "server/account/portal.ts",
        from: ": await context.accounts.whoIs(client);",
        to: ": early;",
      },
      {
        file: "server/account/auth/sessions.ts",
        from: `  if (locked === undefined) {
    throw new SignedOutError("This session is over.");`,
        to: `  if (locked === undefined && accountId === "") {
    throw new SignedOutError("This session is over.");`,
      },
    ],
  },
  {
    name: "clock-believed",
    seed: 2,
    fault:
      "A server believes its own clock: it ends keys early, shows outcomes while others take bets, and tells rounds that were over.",
    breaks:
      /no outcome early|no bets on a known outcome|a key that was shown opens|every message in order, once/,
    edits: [
      {
        file: "server/time/open-clock.ts",
        from: "  if (steady === null) {",
        to: "  if (steady !== undefined) {",
      },
    ],
  },
  {
    name: "headers-forgotten",
    seed: 17,
    fault: "After a restore, a day that was published gets a second header.",
    breaks: /one header a day|the log only grows|everything comes right/,
    edits: [
      {
        file: "server/fairness/day-headers.ts",
        from: "  const forgotten = journal.all().filter(",
        to: "  const forgotten = journal.all().slice(0, 0).filter(",
      },
    ],
  },
  {
    name: "changes-unread",
    seed: 1,
    fault: "A key that was revoked on one server stays open on the other.",
    breaks: /a revoked key never opens/,
    edits: [
      {
        file: "server/access/key-checker.ts",
        from: `: await selectKeys(store).where("api_key.revision", ">", since).execute();`,
        to: ": [];",
      },
    ],
  },
  {
    name: "each-statement-alone",
    seed: 21,
    fault: "A server that is killed between two writes of a payment has credited half of it.",
    breaks:
      /a revoked key never opens|credited whole|everything comes right|money in is money out|as long as what was paid/,
    edits: [
      {
        file: "server/store/serialized.ts",
        from: "store.db.transaction().execute(async (transaction) => {",
        to: "store.db.connection().execute(async (transaction: any) => {",
      },
    ],
  },
  {
    name: "rest-not-spent",
    seed: 15,
    fault: "What the balance pays of a plan stays in the balance.",
    breaks: /money in is money out/,
    edits: [
      {
        file: "server/payment/receive.ts",
        from: "if (rest !== 0) {",
        to: "if (rest > 0) {",
      },
    ],
  },
  {
    name: "bought-for-nothing",
    seed: 25,
    fault: "A plan that is bought from the balance takes nothing from it.",
    breaks: /money in is money out/,
    edits: [
      {
        file: "server/payment/buy-from-balance.ts",
        from: "await addEntry(transaction, {",
        to: "void ({",
      },
    ],
  },
  {
    name: "one-node-believed",
    seed: 12,
    fault: "A payment counts though one of two nodes says otherwise.",
    breaks: /money in is money out/,
    edits: [
      {
        file: "server/account/lazy-portal.ts",
        from: "{ required: settings.tronAgree, now }",
        to: "{ required: 1, now }",
      },
    ],
  },
  {
    name: "false-beacon-believed",
    seed: 25,
    fault: "A relay decides rounds by a beacon that it made up.",
    breaks: /genuine beacons|history never changes/,
    edits: [
      {
        file: "server/beacon/fetch-beacon.ts",
        from: "isBeacon(chain, beaconRound, answer.signature)",
        to: "answer.signature.length === 48",
      },
    ],
  },
  {
    name: "joined-before-the-message",
    seed: 72,
    fault: "Who joins a stream between a change and its timer gets the message twice.",
    breaks: /every message in order, once/,
    edits: [
      {
        file: "server/stream/game-feed.ts",
        from: `      follow(time);
      return stateAt(time);`,
        to: `      if (cancel === undefined) {
        follow(time);
      }
      return stateAt(time);`,
      },
    ],
  },
  {
    name: "dead-servers-kept",
    seed: 1,
    fault: "What servers write about themselves is never taken away.",
    breaks: /dead servers have left/,
    edits: [
      {
        file: "server/time/witnesses/store-witness.ts",
        from: "receivedMs - peer.changedAtMs > DEAD_MS",
        to: "receivedMs - peer.changedAtMs > Infinity",
      },
    ],
  },
  {
    name: "beats-under-new-names",
    seed: 1,
    fault: "A server writes each of its heartbeats beside the last one.",
    breaks: /nothing grows without end: heartbeat has/,
    edits: [
      {
        file: "server/time/witnesses/store-witness.ts",
        from: "{ server, beat, process }",
        to: "{ server: `${server}-${beat}`, beat, process }",
      },
    ],
  },
  {
    name: "connection-for-each-read",
    seed: 1,
    fault: "Each read opens the database, and nobody closes it.",
    breaks: /nothing grows without end: .* open databases/,
    edits: [
      {
        file: "server/store/sqlite-file.ts",
        from: "runStatement(this.#reader, sql, parameters, true)",
        to: "runStatement(new DatabaseSync(this.#file, { timeout: 0 }), sql, parameters, true)",
      },
    ],
  },
  {
    name: "closing-after-the-result",
    seed: 4,
    fault: "A game that opens again in its result tells that bets close.",
    breaks: /every webhook in order/,
    edits: [
      {
        file: "server/webhooks/due-events.ts",
        from: "return isOver || log.has(event) ? [] : [event];",
        to: "return log.has(event) ? [] : [event];",
      },
    ],
  },
  {
    name: "opening-told-anew",
    seed: 100,
    fault: "The second try of a webhook says another time than the first.",
    breaks: /a webhook says the same again/,
    edits: [
      {
        file: "server/rounds/oracle.ts",
        from: "remainMs: closesMs,",
        to: "remainMs: inputs.closesAtMs(game, round) - roundStartMs(round, game.intervalMs),",
      },
    ],
  },
  {
    name: "id-of-each-try",
    seed: 2,
    fault:
      "A webhook that is tried again has another id, so that whoever counts by ids has it twice.",
    breaks: /every webhook once/,
    edits: [
      {
        file: "server/webhooks/dispatcher.ts",
        from: `next.kind === "event" ? messageId(id, next.event) :`,
        to: `next.kind === "event" ? messageId(id, next.event) + "-" + now() :`,
      },
    ],
  },
  {
    name: "mail-left-for-others",
    seed: 2,
    fault: "A mail that is on its way is taken by the next one who looks.",
    breaks: /a mail is sent once/,
    edits: [
      {
        file: "server/account/mail/outbox.ts",
        from: "next_try_at: nowMs + LEASE_MS",
        to: "next_try_at: nowMs",
      },
    ],
  },
];

/** Throws for a name that no mutant has. */
export function mutantOf(name: string): Mutant {
  const mutant = MUTANTS.find((each) => each.name === name);
  if (mutant === undefined) {
    const names = MUTANTS.map((each) => each.name).join(", ");
    throw new Error(`There is no mutant ${name}. These are there: ${names}.`);
  }
  return mutant;
}
