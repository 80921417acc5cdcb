import { describe, expect, test } from "vitest";
import { readConfig } from "../../../server/config/config.ts";
import { StartError } from "../../../server/runtime/start-error.ts";
import { QUICKNET } from "../../../src/fairness/chain.ts";

type Env = Readonly<Record<string, string>>;

const SECRET = "0123456789abcdef".repeat(4);
const RANDOM_HEX = "64 random hexadecimal digits, such as the output of `openssl rand -hex 32`";
const ADDRESS = "TUikLT3nTTjTkXPAuC4xUGj84vfSERCWRn";
const BASE_URL = "https://games.example.com";
const MAIL = { SMTP_URL: "smtps://user:pass@mail.example.com", MAIL_FROM: "games@example.com" };
const DATABASE_URL = "postgres://user:p%40ss%2Fw%23rd@[::1]/tableside";

const DEFAULTS = {
  host: "127.0.0.1",
  port: 3000,
  baseUrl: null,
  contact: "",
  dataDir: "./data",
  databaseUrl: null,
  oracleSecret: null,
  laterSecrets: [],
  signingKey: null,
  entropy: "seed",
  publishLate: null,
  beacons: { chain: QUICKNET, relays: expect.arrayContaining(["https://api.drand.sh"]) },
  timeZone: "UTC",
  webhooksPrivate: false,
  isPrivate: true,
  trustProxy: [],
  metricsPort: null,
  ownerPort: null,
  portal: {
    on: true,
    addresses: [],
    contract: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",
    tronNodes: [{ url: "https://api.trongrid.io", apiKey: null }],
    seller: null,
    mail: null,
  },
};

function faultsOf(env: Env): string {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof StartError) {
      return error.message;
    }
    throw error;
  }
  return "";
}

test("a server without settings is reachable only on its own machine", () => {
  expect(readConfig({})).toEqual(DEFAULTS);
});

/** Names each case by its settings, as a shell would set them. */
const named = <T extends readonly [Env, unknown]>(cases: readonly T[]) =>
  cases.map((settings) => {
    const lines = Object.entries(settings[0]).map(([name, value]) => `${name}=${value.trim()}`);
    return [lines.join(" ").replace("\n", "\\n"), ...settings] as const;
  });

test.each(
  named<[Env, object]>([
    [{ PORT: " 8080\n" }, { port: 8080 }],
    [{ PORT: "", HOST: "  ", TIME_ZONE: "", DATABASE_URL: "" }, {}],
    [{ HOST: "0.0.0.0" }, { host: "0.0.0.0", isPrivate: false }],
    [{ HOST: "127.0.0.1.example.com" }, { host: "127.0.0.1.example.com", isPrivate: false }],
    [
      { BASE_URL: "http://Games.example.com:8080/" },
      { baseUrl: "http://games.example.com:8080", isPrivate: false },
    ],
    [{ SIGNING_KEY: SECRET.toUpperCase() }, { signingKey: SECRET }],
    [
      { LATER_SECRETS: `2026-12-01:${SECRET}` },
      { laterSecrets: [{ fromDay: 20_788, secret: Uint8Array.from(Buffer.from(SECRET, "hex")) }] },
    ],
    [
      { METRICS_PORT: "9464", OWNER_PORT: "3001" },
      { metricsPort: 9464, ownerPort: 3001 },
    ],
    [
      { HOST: "10.0.0.5", METRICS_PORT: "3000" },
      { host: "10.0.0.5", metricsPort: 3000, isPrivate: false },
    ],
    [
      { DATABASE_URL, ORACLE_SECRET: SECRET, SIGNING_KEY: SECRET },
      { databaseUrl: DATABASE_URL, oracleSecret: SECRET, signingKey: SECRET },
    ],
  ]),
)("the service starts with %s", (_, env, expected) => {
  expect(readConfig(env)).toEqual({ ...DEFAULTS, ...expected });
});

test.each(
  named<[Env, object]>([
    [{ PORTAL: "off" }, { on: false }],
    [{ TRON_ADDRESSES: `${ADDRESS}, ${ADDRESS}`, SELL_SEED_MODE: "yes" }, { addresses: [ADDRESS] }],
    [
      { TRON_URL: "https://a-b-c@api.trongrid.io/, http://127.0.0.1:8090" },
      {
        tronNodes: [
          { url: "https://api.trongrid.io", apiKey: "a-b-c" },
          { url: "http://127.0.0.1:8090", apiKey: null },
        ],
      },
    ],
    [{ SELLER: "Acme Ltd., 1 Main Street" }, { seller: "Acme Ltd., 1 Main Street" }],
    [{ ...MAIL, BASE_URL }, { mail: { smtpUrl: MAIL.SMTP_URL, from: MAIL.MAIL_FROM } }],
  ]),
)("the service starts accounts and payments with %s", (_, env, expected) => {
  expect(readConfig(env).portal).toEqual({ ...DEFAULTS.portal, ...expected });
});

describe.each<[string, string, string[]]>([
  ["PORT", "a whole number from 0 to 65535", ["-1", "65536", "3000.5", "0x50", "1e3", "٨٠"]],
  ["HOST", "a host name or an IP address", ["a b", "http://a.example", "[::1]", "*"]],
  [
    "BASE_URL",
    "an http or https URL without a path, such as https://games.example.com",
    ["games.example.com", "javascript:alert(1)", `${BASE_URL}/tables`, "https://user@a.example"],
  ],
  [
    "ORACLE_SECRET",
    RANDOM_HEX,
    // The last value was an example in an earlier version of the docs.
    ["short", `${SECRET}0`, `0x${SECRET}`, "ab".repeat(32), "0".repeat(64), `${"0".repeat(63)}1`],
  ],
  ["SIGNING_KEY", RANDOM_HEX, [`${"0".repeat(63)}2`]],
  ["ENTROPY", "seed or drand", ["beacon", "SEED"]],
  ["TIME_ZONE", "an IANA time zone, such as Asia/Seoul", ["Seoul", "KST9", "__proto__"]],
  [
    "TRUST_PROXY",
    "IP addresses, ranges such as 10.0.0.0/8, or loopback, separated by commas",
    ["1", "10.0.0.0/33", "10/8", "proxy.example"],
  ],
])("the %s setting", (name, allowed, wrong) => {
  test.each(wrong)('the setting rejects the value "%s"', (value) => {
    const given = value.length > 12 ? "" : `, not "${value}"`;
    expect(faultsOf({ [name]: value })).toBe(
      `The settings are invalid:\n  - ${name} must be ${allowed}${given}.`,
    );
  });
});

test.each([
  "tableside",
  "mysql://user@db.example.com/tableside",
  "postgres://db.example.com/",
  "postgres://user:100%@db.example.com/tableside",
  // Unencoded passwords, part of which would be mistaken for a database name.
  "postgres://user:12/34@db.example.com/tableside",
  "postgres://user:12#34@db.example.com/tableside",
])("%s is rejected as a DATABASE_URL", (url) => {
  const faults = faultsOf({ DATABASE_URL: url, ORACLE_SECRET: SECRET });
  expect(faults).toMatch(/^ {2}- DATABASE_URL must be the URL of a PostgreSQL database/m);
  expect(faults).not.toContain("34");
});

test.each(
  named<[Env, string]>([
    [{ DATABASE_URL }, "DATABASE_URL also needs ORACLE_SECRET and SIGNING_KEY"],
    // Cause: the missing key was noticed only after tables had been created, which prevented a restore into the
    // database.
    [{ DATABASE_URL, ORACLE_SECRET: SECRET }, "DATABASE_URL also needs SIGNING_KEY"],
    [{ TRON_ADDRESSES: ADDRESS.replace("U", "V") }, "TRON_ADDRESSES must be"],
    [{ TRON_ADDRESSES: ADDRESS }, "SELL_SEED_MODE=yes"],
    [
      { TRON_ADDRESSES: ADDRESS, USDT_CONTRACT: ADDRESS },
      "TRON_ADDRESSES must be your own wallets",
    ],
    [{ TRON_ADDRESSES: ADDRESS, SELL_SEED_MODE: "on" }, "SELL_SEED_MODE must be yes"],
    [{ TRON_URL: "https://a:b@api.trongrid.io" }, "TRON_URL must be"],
    [{ TRON_URL: "https://a%0d%0ab@api.trongrid.io" }, "TRON_URL must be"],
    [{ SELLER: "Acme\nMalta" }, "SELLER must be"],
    [MAIL, "SMTP_URL also needs BASE_URL"],
    [{ SMTP_URL: MAIL.SMTP_URL, BASE_URL }, "SMTP_URL also needs MAIL_FROM"],
    [{ MAIL_FROM: MAIL.MAIL_FROM }, "MAIL_FROM has no effect without SMTP_URL"],
    [{ ...MAIL, MAIL_FROM: "a@b.example,c@d.example" }, "MAIL_FROM must be"],
    [{ HOST: "::", METRICS_PORT: "3000" }, "METRICS_PORT must differ from PORT"],
    [{ OWNER_PORT: "3000" }, "OWNER_PORT must differ from PORT"],
    [{ OWNER_PORT: "3001", METRICS_PORT: "3001" }, "OWNER_PORT must differ from METRICS"],
    [{ OWNER_PORT: "3001", PORTAL: "off" }, "OWNER_PORT needs PORTAL on"],
  ]),
)("the service refuses to start with %s", (_, env, words) => {
  expect(faultsOf(env)).toContain(words);
});

// Cause: a mistyped SMTP_URL was taken for a missing one.
test("MAIL_FROM is not blamed for an invalid SMTP_URL", () => {
  const faults = faultsOf({ ...MAIL, BASE_URL, SMTP_URL: "mail.example.com" });
  expect(faults).toContain("SMTP_URL must be");
  expect(faults).not.toContain("MAIL_FROM");
});

test("all invalid settings are reported at once, without values as long as a secret", () => {
  const env = {
    PORT: SECRET,
    BASE_URL: `https://user:${SECRET}@games.example.com`,
    DATABASE_URL: `postgres://user:${SECRET}@db`,
    ORACLE_SECRET: `${SECRET}f`,
    LATER_SECRETS: `2026-02-31:${SECRET}`,
    DRAND_CHAIN: SECRET,
    DRAND_RELAYS: `ftp://${SECRET}`,
    TRON_URL: `ftp://${SECRET}@node.example`,
  };
  const faults = faultsOf(env);
  const names = [...faults.matchAll(/^ {2}- (\w+) /gm)].map(([, name = ""]) => name);
  expect(new Set(names)).toEqual(new Set(Object.keys(env)));
  expect(faults).not.toContain(SECRET.slice(0, 8));
});

test.each([
  ["BASE_ULR", "BASE_URL"],
  ["base_url", "BASE_URL"],
  // Cause: an owner set the singular, and nothing was sold.
  ["TRON_ADDRESS", "TRON_ADDRESSES"],
  ["TRUST_PROXIES", "TRUST_PROXY"],
])("%s is rejected as a misspelling of %s", (name, setting) => {
  const words = new RegExp(`^  - ${name} is not a setting. Did you mean (\\w+)\\?`, "m");
  expect(words.exec(faultsOf({ [name]: BASE_URL }))?.[1]).toBe(setting);
});

test.each(["HOSTNAME", "PORTS", "XDG_DATA_DIRS"])(
  "%s is ignored as another program's setting",
  (name) => expect(faultsOf({ [name]: BASE_URL })).not.toContain("is not a setting"),
);

test("a name that resembles a setting is ignored if it is empty or the setting itself is given", () => {
  expect(faultsOf({ TIMEZONE: "local", TIME_ZONE: "UTC" })).toBe("");
  expect(faultsOf({ BASEURL: "" })).toBe("");
});
