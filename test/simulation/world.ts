import type { StorePlace } from "../../server/store/store.ts";
import type { Agenda } from "./agenda.ts";
import type { Chance } from "./chance.ts";
import type { Findings } from "./findings.ts";
import type { BooksWatch } from "./invariants/books.ts";
import type { KeyWatch } from "./invariants/keys.ts";
import type { MailWatch } from "./invariants/mails.ts";
import type { RoundWatch } from "./invariants/rounds.ts";
import type { WebhookWatch } from "./invariants/webhooks.ts";
import type { Answer, Question } from "./network.ts";
import type { MoodyPeer } from "./outside.ts";
import type { SimulatedServer } from "./server.ts";
import type { Surroundings } from "./surroundings.ts";
import type { Trace } from "./trace.ts";
import type { LogWitness } from "./witness.ts";

/** A whole service with all that is around it, in this process: a function of its seed. */
export interface World extends Surroundings {
  readonly agenda: Agenda;
  /** What is drawn for all that the service does not do itself. */
  readonly chance: Chance;
  readonly trace: Trace;
  readonly findings: Findings;
  readonly servers: readonly SimulatedServer[];
  readonly rounds: RoundWatch;
  readonly keys: KeyWatch;
  readonly books: BooksWatch;
  readonly mails: MailWatch;
  readonly webhooks: WebhookWatch;
  /** Who gets mails, webhooks and the log's heads. */
  readonly peers: readonly MoodyPeer[];
  readonly witness: LogWitness;
  /** Under which the service encrypts what owners may see again. */
  readonly vaultKey: Uint8Array;
  readonly file: string;
  readonly place: StorePlace;
  /** From when the backup is; null: there is none. */
  backupMs: number | null;
  /** How often the store went back to a backup. */
  restores: number;
  /** Whether nothing goes wrong any more. */
  readonly isCalm: boolean;
  /** The clock that rounds go by, epoch ms. */
  referenceMs(): number;
  ask(server: SimulatedServer, path: string, question?: Question): Promise<Answer | null>;
  /** Of whichever server answers. What one says of a store that went back meanwhile counts as lost. */
  askAny(path: string, question: Question): Promise<Answer | null>;
  /** Looks whether an answer is one of those that there may be. */
  answered(
    server: SimulatedServer,
    what: string,
    answer: Answer | null,
    ...allowed: number[]
  ): void;
  /** The id of an account, which nobody outside knows. */
  accountOf(email: string): string | null;
  /** Has a server crash before one of the next things that it does, or of those of them that count. */
  crashAfter(
    server: SimulatedServer,
    entries: number,
    restartMs: number,
    counts?: (label: string) => boolean,
  ): void;
  /** Gives a function that ends something once: when it is called, or when all faults are to end. */
  untilCalm(end: () => void): () => void;
  /** Replaces the database while nobody has it open. */
  replaceFile(replace: () => void): void;
}
