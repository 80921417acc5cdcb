import type { GameSlug } from "../../src/games/index.ts";
import type { Entropy } from "../../src/round/derive.ts";
import type { Phase } from "../../src/round/phases.ts";
import type { RoundEventType } from "../../src/webhooks/payload.ts";
import type { Destination } from "./destination.ts";
import type { TroubleName } from "./trouble-names.ts";

/** The keys that a sandbox has from the start. */
export interface TestKeys {
  /** Opens tables on any site. */
  readonly good: string;
  readonly expired: string;
  readonly revoked: string;
}

/** What `current` of a game answers, as far as all games have it. */
interface CurrentRound {
  readonly round: number;
  readonly phase: Phase;
  readonly remainMs: number;
  readonly [field: string]: unknown;
}

/** What a sandbox is at the moment. */
export interface SandboxState {
  readonly address: string;
  readonly keys: TestKeys;
  /** By its clock, in ISO 8601. */
  readonly now: string;
  readonly rate: number;
  /** How the rounds of days that are not published yet will be decided. */
  readonly mode: Entropy;
  /** The names of the troubles that are on. */
  readonly troubles: readonly TroubleName[];
  /** What `current` of each game answers. */
  readonly games: Readonly<Record<GameSlug, CurrentRound>>;
}

type NoFields = Record<never, never>;

/** The commands of the control API by their names: the fields that they take, and their answers. */
export interface SandboxCommands {
  readonly next: {
    readonly fields: {
      readonly game: GameSlug;
      readonly outcome: string | Readonly<Record<string, unknown>>;
      readonly phase?: Phase;
    };
    readonly answer: {
      readonly game: GameSlug;
      readonly round: number;
      readonly phase: Phase;
      /** The address of its record, for when the round is over. */
      readonly record: string;
      /** How far the clock moved, in ms. */
      readonly movedMs: number;
    };
  };
  readonly rate: {
    readonly fields: { readonly rate: number };
    readonly answer: { readonly rate: number };
  };
  readonly move: {
    readonly fields: { readonly to: Destination; readonly game?: GameSlug };
    readonly answer: { readonly now: string; readonly mode?: Entropy; readonly from?: string };
  };
  readonly trouble: {
    readonly fields: {
      readonly name: TroubleName;
      readonly on: boolean;
      readonly ms?: number;
      readonly game?: GameSlug;
    };
    readonly answer: { readonly troubles: readonly TroubleName[] };
  };
  readonly key: {
    readonly fields: { readonly days?: number; readonly origins?: readonly string[] };
    readonly answer: { readonly key: string };
  };
  readonly webhook: {
    readonly fields: {
      readonly url: string;
      readonly games?: readonly GameSlug[];
      readonly events?: readonly RoundEventType[];
    };
    readonly answer: { readonly secret: string };
  };
  readonly "await-webhooks": {
    readonly fields: { readonly ms?: number };
    /** How many receivers still have something to get. */
    readonly answer: { readonly waiting: number };
  };
  /** Statuses are those of the receivers in their order; null: it did not answer. */
  readonly "test-webhook": {
    readonly fields: { readonly url?: string };
    readonly answer: { readonly statuses: readonly (number | null)[] };
  };
  readonly "replay-webhook": {
    readonly fields: { readonly url?: string; readonly ageMs?: number };
    readonly answer: { readonly statuses: readonly (number | null)[] };
  };
  readonly restart: {
    readonly fields: { readonly downMs?: number };
    readonly answer: { readonly now: string };
  };
  readonly "cut-streams": { readonly fields: NoFields; readonly answer: NoFields };
  readonly reset: {
    readonly fields: NoFields;
    readonly answer: { readonly now: string; readonly rate: number };
  };
  readonly wait: { readonly fields: { readonly ms: number }; readonly answer: NoFields };
}

/** A command as the control API takes it. */
export type SandboxRequest<Name extends keyof SandboxCommands = keyof SandboxCommands> = {
  [Each in Name]: { readonly do: Each } & SandboxCommands[Each]["fields"];
}[Name];

/** A sandbox as a program sees it through the control API. */
export interface SandboxClient {
  state(): Promise<SandboxState>;
  /** Has it do something, and gives what came of it. @throws Error that says what is wrong. */
  command<Name extends keyof SandboxCommands>(
    command: SandboxRequest<Name>,
  ): Promise<SandboxCommands[Name]["answer"]>;
  /** One after another, until one cannot be done. */
  command(commands: readonly SandboxRequest[]): Promise<object[]>;
}

/** A script as its file has it: how a sandbox begins, and what it then does. */
export interface SandboxScriptFile {
  /** A whole minute in UTC, such as `2026-07-01T12:00:00Z`; the present minute if left out. */
  readonly start?: string;
  /** How fast its clock runs at first, from 0 to 100; 1 if left out. */
  readonly rate?: number;
  /** `seed` if left out. */
  readonly mode?: Entropy;
  /** Outcomes of the first rounds of each game, `null` for any; not in mode `drand`. */
  readonly rounds?: Readonly<
    Partial<Record<GameSlug, readonly (string | Readonly<Record<string, unknown>> | null)[]>>
  >;
  /** 64 hexadecimal digits, for the same rounds at each start; not together with `rounds`. */
  readonly secret?: string;
  /** The IANA zone of `date`; UTC if left out. */
  readonly timeZone?: string;
  /** Done one after another once it runs. */
  readonly steps?: readonly SandboxRequest[];
}
