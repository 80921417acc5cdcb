import { expect, expectTypeOf, test } from "vitest";
import { readCommand } from "../../../server/sandbox/command.ts";
import type { SandboxCommand } from "../../../server/sandbox/command.ts";
import type {
  SandboxCommands,
  SandboxRequest,
  SandboxScriptFile,
} from "../../../server/sandbox/requests.ts";

type Name = keyof SandboxCommands;

/** What a program may send with a command, nothing left out. */
type Sent = { readonly [Each in Name]: Required<SandboxCommands[Each]["fields"]> };

/** What the sandbox reads of it. The options of a trouble are fields of the command. */
type Read = {
  readonly [Each in Name]: {
    readonly [
      Field in Exclude<keyof Extract<SandboxCommand, { do: Each }>, "do" | "options">
    ]: NonNullable<Extract<SandboxCommand, { do: Each }>[Field]>;
  };
};

/** The names of the fields of each command. */
type FieldsOf<Commands> = { readonly [Each in keyof Commands]: keyof Commands[Each] };

const sent: Sent = {
  next: { game: "baccarat", outcome: "tie", phase: "result" },
  rate: { rate: 10 },
  move: { to: "result", game: "baccarat" },
  trouble: { name: "slow", on: true, ms: 5, game: "baccarat" },
  key: { days: 1, origins: ["https://a.example"] },
  webhook: { url: "http://127.0.0.1:9/", games: ["baccarat"], events: ["round.result"] },
  "await-webhooks": { ms: 5 },
  "test-webhook": { url: "http://127.0.0.1:9/" },
  "replay-webhook": { url: "http://127.0.0.1:9/", ageMs: 5 },
  restart: { downMs: 5 },
  "cut-streams": {},
  reset: {},
  wait: { ms: 5 },
};

test("the package's types have every command and field that the sandbox reads, and no other", () => {
  expectTypeOf<Name>().toEqualTypeOf<SandboxCommand["do"]>();
  expectTypeOf<Omit<Sent, "trouble">>().toExtend<Omit<Read, "trouble">>();
  expectTypeOf<FieldsOf<Omit<Sent, "trouble">>>().toEqualTypeOf<FieldsOf<Omit<Read, "trouble">>>();
  expectTypeOf<Omit<Sent["trouble"], "ms" | "game">>().toExtend<Read["trouble"]>();
  for (const [name, fields] of Object.entries(sent)) {
    const { options = {}, ...read } = readCommand({ do: name, ...fields }) as { options?: object };
    expect({ ...read, ...options }).toEqual({ do: name, ...fields });
  }
});

test("the package's types refuse a game, a trouble, a place and a setting that there is not", () => {
  // @ts-expect-error There is no such game.
  expectTypeOf<{ do: "next"; game: "baccarrat"; outcome: "tie" }>().toExtend<SandboxRequest>();
  // @ts-expect-error There is no such trouble.
  expectTypeOf<{ do: "trouble"; name: "slowly"; on: true }>().toExtend<SandboxRequest>();
  // @ts-expect-error There is no such place.
  expectTypeOf<{ do: "move"; to: "yesterday" }>().toExtend<SandboxRequest>();
  expectTypeOf<{ do: "move"; to: "2026-07-01T12:00:00Z" }>().toExtend<SandboxRequest>();
  // Without an age: six minutes, which no receiver accepts.
  expectTypeOf<{ do: "replay-webhook" }>().toExtend<SandboxRequest>();
  expect(readCommand({ do: "replay-webhook" })).toMatchObject({ ageMs: 360_000 });
  expectTypeOf<"rate" | "steps">().toExtend<keyof SandboxScriptFile>();
  expectTypeOf<"rats">().not.toExtend<keyof SandboxScriptFile>();
});
