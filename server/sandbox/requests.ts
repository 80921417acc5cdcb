import type { Entropy } from "../../src/round/derive.ts";
import type { Phase } from "../../src/round/phases.ts";

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
  readonly troubles: readonly string[];
  /** What `current` of each game answers. */
  readonly games: Readonly<Record<string, CurrentRound>>;
}

type NoFields = Record<never, never>;

/** The commands of the control API by their names: the fields that they take, and their answers. */
export interface SandboxCommands {
  readonly next: {
    readonly fields: {
      readonly game: string;
      readonly outcome: string | Readonly<Record<string, unknown>>;
      readonly phase?: Phase;
    };
    readonly answer: {
      readonly game: string;
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
    readonly fields: { readonly to: string; readonly game?: string };
    readonly answer: { readonly now: string; readonly mode?: Entropy; readonly from?: string };
  };
  readonly trouble: {
    readonly fields: {
      readonly name: string;
      readonly on: boolean;
      readonly ms?: number;
      readonly game?: string;
    };
    readonly answer: { readonly troubles: readonly string[] };
  };
  readonly key: {
    readonly fields: { readonly days?: number; readonly origins?: readonly string[] };
    readonly answer: { readonly key: string };
  };
  readonly webhook: {
    readonly fields: {
      readonly url: string;
      readonly games?: readonly string[];
      readonly events?: readonly string[];
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
    readonly fields: NoFields;
    readonly answer: { readonly statuses: readonly (number | null)[] };
  };
  readonly "replay-webhook": {
    readonly fields: { readonly ageMs: number };
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
