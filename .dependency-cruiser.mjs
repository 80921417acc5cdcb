/*
 * The import rules, drawn in src/content/docs/architecture.md. Files in `from` may not import files in `to`. The paths
 * are resolved, so a detour over `../` is caught too.
 */

/** @typedef {import("dependency-cruiser").IForbiddenRuleType} Rule */

/**
 * Files in `from` may import, besides one another, what matches `allowed` and nothing else.
 *
 * @param {string} name
 * @param {string} from
 * @param {string[]} allowed
 * @param {string} comment
 * @returns {Rule}
 */
function only(name, from, allowed, comment) {
  return {
    name,
    comment,
    severity: "error",
    from: { path: from },
    to: { pathNot: [from, ...allowed] },
  };
}

/**
 * Files in `from` may not import `to`.
 *
 * @param {string} name
 * @param {string} from
 * @param {string} to
 * @param {string} comment
 * @returns {Rule}
 */
function never(name, from, to, comment) {
  return { name, comment, severity: "error", from: { path: from }, to: { path: to } };
}

/** @type {import("dependency-cruiser").IConfiguration & { forbidden: Rule[] }} */
export default {
  forbidden: [
    {
      name: "no-cycle",
      comment: "Two files that need each other are one file, or three.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "resolvable",
      comment:
        "Every import leads to a file or an installed package; snippets also to the package that readers install.",
      severity: "error",
      from: {},
      to: {
        couldNotResolve: true,
        pathNot: "^(astro|virtual):|^tableside/|^svelte/elements$",
      },
    },
    only(
      "round-is-a-leaf",
      "^src/round/",
      ["^node_modules/@noble/hashes/"],
      "Rounds know no game, no page, no machine.",
    ),
    only(
      "wire-runs-anywhere",
      "^src/wire/",
      ["^src/round/", "^src/look/theme-names[.]ts$"],
      "What crosses the wire is made of rounds, and what reads it runs in every runtime.",
    ),
    only(
      "phase-event-is-a-leaf",
      "^src/wire/phase-event[.]ts$",
      ["^src/(wire/responses[.]ts$|round/)"],
      "Integrators copy this file.",
    ),
    only(
      "roads-are-leaves",
      "^src/hud/roads/",
      ["^src/(wire/responses[.]ts$|round/)"],
      "Roads are drawn from results alone.",
    ),
    only(
      "game-contract",
      "^src/games/(contract|timing)[.]ts$",
      ["^src/round/", "^src/look/(palette|felt-band)[.]ts$"],
      "The contract names no game.",
    ),
    {
      name: "a-game-is-its-own",
      comment: "A game knows the contract and the rounds, never another game.",
      severity: "error",
      from: { path: "^src/games/([^/]+)/" },
      to: { pathNot: "^src/(games/($1/|(contract|timing)[.]ts$)|round/)" },
    },
    only(
      "fairness-runs-anywhere",
      "^src/fairness/",
      ["^src/(games|round)/", "^src/wire/responses[.]ts$", "^node_modules/@noble/"],
      "The same module checks in Node and in a browser.",
    ),
    only(
      "kit-runs-anywhere",
      "^src/kit/",
      ["^src/(wire|games|round|fairness)/", "^node_modules/@noble/"],
      "Integrators install the kit: it brings nothing of the server, the pages or the tables.",
    ),
    never(
      "snippets-are-outside",
      "^src/snippets/",
      "^src/(?!snippets/|kit/[^/]+[.]ts$)|^(components|server|test)/",
      "Snippets import what their readers have: one another and the package.",
    ),
    {
      name: "settle-stands-alone",
      comment: "Settlement is rules and whole numbers: of the rest it knows types alone.",
      severity: "error",
      from: { path: "^src/kit/settle" },
      to: { pathNot: "^src/kit/settle", dependencyTypesNot: ["type-only"] },
    },
    only(
      "i18n-is-words",
      "^src/i18n/",
      [
        "^src/round/",
        "^src/(account/notices|wire/account-limits|look/theme-names)[.]ts$",
        "^src/fairness/check-names[.]ts$",
      ],
      "Languages name phases, cards, themes, links, sheets, checks and notices, and know no more.",
    ),
    {
      name: "hud-is-pure",
      comment: "The HUD renders on the server too: templates, words and numbers.",
      severity: "error",
      from: { path: "^src/hud/" },
      to: {
        pathNot: ["^src/(hud|look|i18n|round|games|wire)/", "^node_modules/lit(-html)?/"],
        dependencyTypesNot: ["type-only"],
      },
    },
    never(
      "src-is-shared",
      "^src/(?!pages|layouts)",
      "^(components|server|test|src/pages|src/layouts)/",
      "What both sides share knows neither.",
    ),
    never(
      "pages-know-no-server",
      "^src/(pages|layouts)/",
      "^(server|test)/",
      "Pages get their data as slots.",
    ),
    never(
      "server-draws-nothing",
      "^server/",
      "^(components|test|src/pages|src/layouts)/",
      "Built pages are bytes to the server.",
    ),
    {
      name: "scenes-are-pure",
      comment:
        "A scene is made of the stage's parts, colours, cards, its own game and types: no Lit, no feed, no other scene, and no Pixi but in what draws it.",
      severity: "error",
      from: { path: "^components/scenes/([^/]+)/", pathNot: "/(table|marble|crowd)[.]ts$" },
      to: {
        pathNot: [
          "^components/stage/(?!pixi/)",
          "^components/scenes/$1/",
          "^src/(look|round|games/$1)/",
        ],
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "scenes-types",
      comment: "The types of a scene come from the stage and from src.",
      severity: "error",
      from: { path: "^components/scenes/" },
      to: { pathNot: ["^components/(scenes|stage)/", "^src/", "^node_modules/pixi[.]js/"] },
    },
    never(
      "feed-draws-nothing",
      "^components/feed/",
      "^components/(?!feed/)|^node_modules/(lit|pixi)|^src/(i18n|look|hud/(?!table/|roads/))",
      "The feed follows a game for any drawing.",
    ),
    {
      name: "kit-weighs-little",
      comment: "The package's frame loads nothing of a table; only its elements do.",
      severity: "error",
      from: { path: "^components/kit/(?!element|lobby)", pathNot: "[.]d[.]ts$" },
      to: {
        pathNot: ["^components/kit/", "^src/(kit|look|hud/table|wire)/", "^node_modules/react/"],
        dependencyTypesNot: ["type-only"],
      },
    },
    never(
      "stage-knows-no-feed",
      "^components/stage/(?!studio/)",
      "^components/(?!stage/)|^node_modules/lit",
      "The stage draws what it is given.",
    ),
    {
      name: "pixi-is-lazy",
      comment:
        "Only scenes and what they are drawn with import Pixi, and they are reached by import() alone.",
      severity: "error",
      from: {
        path: "^(components|src|server)/",
        pathNot: "^components/(stage/(bets/chip-pile[.]|(pixi|studio|table)/)|scenes/[^/]+/)",
      },
      to: {
        path: ["^node_modules/pixi[.]js/", "^components/(stage/pixi|scenes/[^/]+)/"],
        dependencyTypesNot: ["type-only", "dynamic-import"],
      },
    },
    {
      name: "sound-is-lazy",
      comment: "Who hears nothing loads no sound: it is reached by import() alone.",
      severity: "error",
      from: { path: "^components/", pathNot: "^components/sound/" },
      to: {
        path: "^components/sound/",
        dependencyTypesNot: ["type-only", "dynamic-import"],
      },
    },
    {
      name: "portal-is-lazy",
      comment: "A server that only serves rounds loads no code of accounts and payments.",
      severity: "error",
      from: {
        path: "^server/",
        pathNot:
          "^server/(account/(?!lazy-portal)|payment/)|^server/cli/owner[.]ts$|^server/owner/",
      },
      to: {
        path: "^server/(account|payment)/",
        pathNot: "^server/(payment/tron/identifiers|account/lazy-portal)[.]ts$",
        dependencyTypesNot: ["type-only", "dynamic-import"],
      },
    },
    never(
      "core-runs-alone",
      "^server/(oracle|fairness|access)/",
      "^server/(account|payment|webhooks|owner)/",
      "Rounds, proofs and keys are read and run without accounts, payments, webhooks and the back office.",
    ),
    never(
      "sandbox-is-apart",
      "^server/(?!sandbox/|cli/sandbox(-bin)?[.]ts$)",
      "^server/(sandbox/|cli/sandbox(-bin)?[.]ts$)",
      "No real service has a part that forces rounds, sets the time or makes trouble.",
    ),
    never(
      "components-know-no-server",
      "^components/",
      "^(server|test|src/pages|src/layouts)/",
      "The browser gets no part of the server.",
    ),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    doNotFollow: { path: "node_modules" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default"],
    },
  },
};
