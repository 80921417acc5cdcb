import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { cruise } from "dependency-cruiser";
import type { ICruiseResult } from "dependency-cruiser";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import rules from "../.dependency-cruiser.mjs";

/** A file that imports what it may not, and the rule that has to say so. */
const forbidden: [from: string, imports: string, rule: string][] = [
  ["src/round/a.ts", "../games/contract.ts", "round-is-a-leaf"],
  ["src/round/b.ts", "lit", "round-is-a-leaf"],
  ["src/round/c.ts", "node:crypto", "round-is-a-leaf"],
  ["src/wire.ts", "./games/contract.ts", "wire-is-a-leaf"],
  ["src/phase-event.ts", "./games/contract.ts", "phase-event-is-a-leaf"],
  ["src/roads/a.ts", "../games/baccarat/game.ts", "roads-are-leaves"],
  ["src/games/contract.ts", "./baccarat/game.ts", "game-contract"],
  ["src/games/dragontiger/game.ts", "../baccarat/game.ts", "a-game-is-its-own"],
  ["src/games/dragontiger/game.ts", "../../i18n/en/table.ts", "a-game-is-its-own"],
  ["src/fairness/a.ts", "../hud/table.ts", "fairness-runs-anywhere"],
  ["src/fairness/b.ts", "node:crypto", "fairness-runs-anywhere"],
  ["src/kit/a.ts", "../hud/table.ts", "kit-runs-anywhere"],
  ["src/kit/b.ts", "node:fs", "kit-runs-anywhere"],
  ["src/snippets/a/b.ts", "../../games/contract.ts", "snippets-are-outside"],
  ["src/snippets/b.ts", "../kit/settle/a.ts", "snippets-are-outside"],
  ["src/kit/settle/a.ts", "../../games/baccarat/game.ts", "settle-stands-alone"],
  ["src/i18n/en/table.ts", "../../hud/table.ts", "i18n-is-words"],
  ["src/games/dragontiger/still.ts", "../../hud/table.ts", "a-still-is-its-own"],
  ["src/still/a.ts", "../hud/table.ts", "stills-are-pure"],
  ["src/hud/a.ts", "../games/baccarat/game.ts", "hud-is-pure"],
  ["src/hud/b.ts", "node:fs", "hud-is-pure"],
  ["src/lobby/a.ts", "node:fs", "lobby-is-pure"],
  ["src/lobby/b.ts", "../table/snapshot.ts", "lobby-is-pure"],
  ["src/hud/c.ts", "../../components/game-table.ts", "src-is-shared"],
  ["src/table/view.ts", "../../server/app.ts", "src-is-shared"],
  ["src/pages/a.ts", "../../server/app.ts", "pages-know-no-server"],
  ["src/layouts/a.ts", "../pages/../../server/app.ts", "pages-know-no-server"],
  ["server/a.ts", "../components/game-table.ts", "server-draws-nothing"],
  ["server/b.ts", "../src/pages/a.ts", "server-draws-nothing"],
  ["server/c.ts", "../test/support.ts", "server-draws-nothing"],
  ["components/scenes/dragontiger/a.ts", "lit", "scenes-are-pure"],
  ["components/scenes/dragontiger/b.ts", "pixi.js", "scenes-are-pure"],
  ["components/scenes/dragontiger/c.ts", "../../feed/state-feed.ts", "scenes-are-pure"],
  ["components/scenes/dragontiger/d.ts", "../../../src/games/baccarat/game.ts", "scenes-are-pure"],
  ["components/scenes/dragontiger/e.ts", "../../stage/pixi/renderer.ts", "scenes-are-pure"],
  ["components/scenes/dragontiger/g.ts", "../baccarat/scene.ts", "scenes-are-pure"],
  ["components/scenes/baccarat/paint/a.ts", "../scene.ts", "painting-is-shared"],
  ["components/scenes/dragontiger/f.ts", "../../game-table.ts", "scenes-types"],
  ["components/feed/a.ts", "../game-table.ts", "feed-draws-nothing"],
  ["components/feed/b.ts", "lit", "feed-draws-nothing"],
  ["components/feed/c.ts", "../../src/hud/table.ts", "feed-draws-nothing"],
  ["src/feed/a.ts", "../hud/table.ts", "src-feed-runs-anywhere"],
  ["components/kit/a.ts", "../game-table.ts", "kit-weighs-little"],
  ["components/kit/b.ts", "lit", "kit-weighs-little"],
  ["components/stage/a.ts", "../feed/state-feed.ts", "stage-knows-no-feed"],
  ["components/stage/b.ts", "pixi.js", "pixi-is-lazy"],
  ["components/stage/c.ts", "./pixi/renderer.ts", "pixi-is-lazy"],
  ["components/d.ts", "pixi.js/unsafe-eval", "pixi-is-lazy"],
  ["components/e.ts", "../server/app.ts", "components-know-no-server"],
  ["components/element/f.ts", "../sound/open-soundtrack.ts", "sound-is-lazy"],
  ["server/d.ts", "./account/portal.ts", "portal-is-lazy"],
  ["server/account/lazy-portal.ts", "./portal.ts", "portal-is-lazy"],
  ["server/e.ts", "./sandbox/clock.ts", "sandbox-is-apart"],
  ["components/f.ts", "./nowhere.ts", "resolvable"],
  ["server/loop-a.ts", "./loop-b.ts", "no-cycle"],
];

/** Lines that look alike and are right. */
const allowed: [from: string, line: string][] = [
  ["src/round/ok.ts", 'import "@noble/hashes/hmac.js";'],
  [
    "src/hud/ok.ts",
    'import type { A } from "../games/baccarat/game.ts"; import { html } from "lit";',
  ],
  ["src/kit/ok.ts", 'import "../games/baccarat/game.ts";'],
  ["src/kit/settle/ok.ts", 'import type { A } from "../../games/contract.ts";'],
  [
    "components/scenes/baccarat/ok.ts",
    'import type { A } from "../../../src/games/baccarat/game.ts";',
  ],
  ["components/scenes/baccarat/ok.ts", 'import "./scene.ts"; import "../../stage/kit.ts";'],
  ["components/scenes/baccarat/ok.ts", 'import "../../../src/games/baccarat/game.ts";'],
  ["components/feed/ok.ts", 'import "./state-feed.ts"; import "../../src/games/contract.ts";'],
  ["components/kit/element.ts", 'export const load = () => import("../game-table.ts");'],
  ["components/stage/ok.ts", 'export const load = () => import("./pixi/renderer.ts");'],
  ["components/element/ok.ts", 'export const load = () => import("../sound/open-soundtrack.ts");'],
  ["components/stage/pixi/ok.ts", 'import "pixi.js";'],
  ["server/ok.ts", 'import "./account/lazy-portal.ts"; import "../src/games/baccarat/game.ts";'],
  ["server/ok.ts", 'export const load = () => import("./account/portal.ts");'],
];

const imported = [
  "src/games/contract.ts",
  "src/games/baccarat/game.ts",
  "src/i18n/en/table.ts",
  "src/hud/table.ts",
  "components/game-table.ts",
  "components/feed/state-feed.ts",
  "components/scenes/baccarat/scene.ts",
  "components/stage/kit.ts",
  "components/stage/pixi/renderer.ts",
  "components/sound/open-soundtrack.ts",
  "server/app.ts",
  "server/account/portal.ts",
  "server/sandbox/clock.ts",
  "test/support.ts",
];
const packages = ["lit", "pixi.js", "pixi.js/unsafe-eval", "@noble/hashes/hmac.js"];

describe("the import rules", () => {
  let root: string;
  let violations: { from: string; rule: string }[];

  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), "tableside-imports-"));
    const write = (file: string, text: string) => {
      mkdirSync(dirname(join(root, file)), { recursive: true });
      writeFileSync(join(root, file), text, { flag: "a" });
    };
    write("tsconfig.json", "{}");
    imported.forEach((file) => write(file, "export type A = 1;\n"));
    packages.forEach((name) =>
      write(
        `node_modules/${name}${name.endsWith(".js") && name.includes("/") ? "" : "/index.js"}`,
        "export {};\n",
      ),
    );
    write("server/loop-b.ts", 'import "./loop-a.ts";\n');
    forbidden.forEach(([from, target]) => write(from, `import ${JSON.stringify(target)};\n`));
    allowed.forEach(([from, line]) => write(from, `${line}\n`));
    const { options, ...ruleSet } = rules;
    const { output } = await cruise(["src", "components", "server"], {
      ...options,
      baseDir: root,
      ruleSet,
      validate: true,
    });
    violations = (output as ICruiseResult).summary.violations.map(({ from, rule }) => ({
      from,
      rule: rule.name,
    }));
  });

  afterAll(() => rmSync(root, { recursive: true }));

  it.each(forbidden)("keep %s from importing %s", (from, _target, rule) => {
    expect(violations).toContainEqual({ from, rule });
  });

  it.each(allowed)("let %s have %s", (from) => {
    expect(violations.filter((violation) => violation.from === from)).toEqual([]);
  });

  it("each have a case that breaks them", () => {
    const broken = new Set(forbidden.map(([, , rule]) => rule));
    const named = rules.forbidden.map(({ name }) => name ?? "");
    expect(named.filter((name) => !broken.has(name))).toEqual([]);
  });
});
