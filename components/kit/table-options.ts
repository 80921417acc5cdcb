import type { GameSlug } from "../../src/games/index.ts";
import { serviceUrl } from "../../src/kit/service-url.ts";
import { THEMES } from "../../src/look/theme-names.ts";
import type { TableOptions } from "../../src/wire/frame-port.ts";

export interface CreateTableOptions extends Partial<TableOptions> {
  /** The service URL, such as `https://games.example.com`. */
  baseUrl: string;
  /** The game's slug, as in its page URL. */
  game: GameSlug;
  /** The API key. Visitors can see it, but keep it out of your repository. */
  key: string;
  /** The frame's name for screen readers; the game's slug if omitted. */
  title?: string;
  /** `lazy` loads the table, and starts its events, when it is near the viewport; `eager` if omitted. */
  loading?: "eager" | "lazy";
}

type Check = readonly [isValid: (value: unknown) => boolean, expected: string];

const text = (value: unknown) => typeof value === "string" && value !== "";
const orNull = (isValid: (value: unknown) => boolean) => (value: unknown) =>
  value === null || isValid(value);
const matching = (pattern: RegExp) => (value: unknown) =>
  typeof value === "string" && pattern.test(value);

const LOOK: Readonly<Record<keyof TableOptions, Check>> = {
  lang: [
    orNull(matching(/^[a-z]{2,3}(-[a-z0-9]{1,8})*$/i)),
    'a language tag such as "ko", or null',
  ],
  theme: [
    (value) => THEMES.some((theme) => theme === value),
    `one of ${THEMES.map((theme) => `"${theme}"`).join(", ")}`,
  ],
  accent: [
    orNull(matching(/^#([0-9a-f]{3}|[0-9a-f]{6})$/i)),
    'a hex colour such as "#d9b45b", or null',
  ],
  muted: [(value) => typeof value === "boolean", "true or false"],
};

const REQUIRED = ["baseUrl", "game", "key"] as const;
const ALL: Readonly<Record<keyof CreateTableOptions, Check>> = {
  ...LOOK,
  baseUrl: [
    (value) => serviceUrl(value) !== null,
    'a full URL such as "https://games.example.com"',
  ],
  game: [matching(/^[a-z0-9-]+$/), "a game's slug, as in its page URL"],
  key: [text, "your API key"],
  title: [text, "a string"],
  loading: [(value) => value === "eager" || value === "lazy", '"eager" or "lazy"'],
};

/** Throws a TypeError that says which option is wrong and what it should be. */
export function requireOptions(options: CreateTableOptions): void {
  requireAll("createTable", ALL, options, REQUIRED);
}

/** Throws a TypeError if an option of `setOptions` is wrong. */
export function requireLook(options: Partial<TableOptions>): void {
  requireAll("setOptions", LOOK, options, []);
}

function requireAll(
  caller: string,
  checks: Readonly<Record<string, Check>>,
  options: object,
  required: readonly string[],
): void {
  if (typeof options !== "object" || options === null) {
    throw new TypeError(`${caller}: the options must be an object.`);
  }
  const given = new Map(Object.entries(options).filter(([, value]) => value !== undefined));
  for (const name of new Set([...required, ...given.keys()])) {
    const check = Object.hasOwn(checks, name) ? checks[name] : undefined;
    if (check === undefined) {
      throw new TypeError(`${caller}: there is no option "${name}".`);
    }
    const [isValid, expected] = check;
    const value = given.get(name);
    if (!isValid(value)) {
      // A mistyped key can still be a secret, so the message leaves it out.
      const shown = typeof value === "string" ? `"${value}"` : String(value);
      const wrong = name === "key" ? "" : `, not ${shown}`;
      const found = value === undefined ? ", but is missing" : wrong;
      throw new TypeError(`${caller}: "${name}" must be ${expected}${found}.`);
    }
  }
}

export function embedUrl(options: CreateTableOptions): string {
  const { baseUrl, game, key, lang, theme, accent, muted } = options;
  const query = new URLSearchParams({ key });
  const look = {
    lang,
    theme,
    accent: accent?.replace("#", ""),
    muted: muted === false ? "0" : null,
  };
  for (const [name, value] of Object.entries(look)) {
    if (value !== undefined && value !== null) {
      query.set(name, value);
    }
  }
  return `${serviceUrl(baseUrl)}embed/${game}/?${query}`;
}
