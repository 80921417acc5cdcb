import { describe, expect, test } from "vitest";
import { readBeaconSettings } from "../../../server/config/beacon-settings.ts";
import { readConfig } from "../../../server/config/config.ts";
import { StartError } from "../../../server/runtime/start-error.ts";
import { QUICKNET } from "../../../src/fairness/chain.ts";

const SECRET = "0123456789abcdef".repeat(4);

const DEFAULTS = {
  host: "127.0.0.1",
  port: 3000,
  baseUrl: null,
  dataDir: "./data",
  databaseUrl: null,
  oracleSecret: null,
  laterSecrets: [],
  signingKey: null,
  entropy: "seed",
  publishLate: null,
  beacons: readBeaconSettings({}, () => {}),
  timeZone: "UTC",
  webhooksPrivate: false,
  demo: true,
  trustProxy: [],
  metrics: null,
  ownerPort: null,
  streams: { inAll: 10_000, perAddress: 200 },
  portal: {
    on: true,
    plans: [
      { name: "30 days", days: 30, price: 49_000_000 },
      { name: "90 days", days: 90, price: 129_000_000 },
      { name: "365 days", days: 365, price: 449_000_000 },
    ],
    addresses: [],
    contract: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t",
    tronUrls: ["https://api.trongrid.io"],
    overpaid: "balance",
    late: "credit",
    seller: null,
    explorerUrl: "https://tronscan.org/#/transaction/",
    tronAgree: 1,
    tronApiKey: null,
    keyEncryptionKey: null,
    mail: null,
  },
};

function faultsOf(env: Record<string, string>): string {
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

test("without settings a server is for this machine alone", () => {
  expect(readConfig({})).toEqual(DEFAULTS);
});

test.each<[string, Record<string, string>, Partial<typeof DEFAULTS> | object]>([
  ["a port", { PORT: "8080" }, { port: 8080 }],
  ["the port 0, any that is free", { PORT: "0" }, { port: 0 }],
  ["the last port", { PORT: "65535" }, { port: 65_535 }],
  ["blanks around a value", { PORT: " 8080\n" }, { port: 8080 }],
  ["an empty value, which is none", { PORT: "", HOST: "  ", TIME_ZONE: "" }, {}],
  ["an address", { HOST: "127.0.0.2" }, { host: "127.0.0.2" }],
  ["an address of the sixth version", { HOST: "::1" }, { host: "::1" }],
  ["a name", { HOST: "localhost" }, { host: "localhost" }],
  ["all addresses, without a demo", { HOST: "0.0.0.0" }, { host: "0.0.0.0", demo: false }],
  ["all of both versions, without a demo", { HOST: "::" }, { host: "::", demo: false }],
  [
    "a name that only begins like one's own",
    { HOST: "127.0.0.1.example.com" },
    { host: "127.0.0.1.example.com", demo: false },
  ],
  ["rounds that a beacon decides", { ENTROPY: "drand" }, { entropy: "drand" }],
  [
    "relays of one's own",
    { DRAND_RELAYS: "https://relay.example/" },
    { beacons: { chain: QUICKNET, relays: ["https://relay.example"] } },
  ],
  ["the demo off", { DEMO: "off" }, { demo: false }],
  ["the demo on for all addresses", { HOST: "::", DEMO: "on" }, { host: "::", demo: true }],
  ["the demo in capitals", { DEMO: "OFF" }, { demo: false }],
  ["a key that signs", { SIGNING_KEY: SECRET.toUpperCase() }, { signingKey: SECRET }],
  [
    "a secret that takes over later",
    { LATER_SECRETS: `2026-12-01:${SECRET}` },
    { laterSecrets: [{ fromDay: 20_788, secret: Uint8Array.from(Buffer.from(SECRET, "hex")) }] },
  ],
  [
    "an address of the world",
    { BASE_URL: "https://games.example.com" },
    { baseUrl: "https://games.example.com", demo: false },
  ],
  [
    "one with a slash and a port",
    { BASE_URL: "http://Games.example.com:8080/" },
    { baseUrl: "http://games.example.com:8080", demo: false },
  ],
  ["a folder", { DATA_DIR: "/srv/tableside data" }, { dataDir: "/srv/tableside data" }],
  ["a secret", { ORACLE_SECRET: SECRET }, { oracleSecret: SECRET }],
  ["a secret in capitals", { ORACLE_SECRET: SECRET.toUpperCase() }, { oracleSecret: SECRET }],
  ["a time zone", { TIME_ZONE: "Asia/Seoul" }, { timeZone: "Asia/Seoul" }],
  [
    "a port for the metrics",
    { METRICS_PORT: "9464" },
    { metrics: { host: "127.0.0.1", port: 9464 } },
  ],
  [
    "an address for them, too",
    { METRICS_PORT: "9464", METRICS_HOST: "10.0.0.5" },
    { metrics: { host: "10.0.0.5", port: 9464 } },
  ],
  [
    "metrics on the port of another address",
    { PORT: "9464", METRICS_PORT: "9464", METRICS_HOST: "10.0.0.5" },
    { port: 9464, metrics: { host: "10.0.0.5", port: 9464 } },
  ],
  ["a port for the back office", { OWNER_PORT: "3001" }, { ownerPort: 3_001 }],
  ["an address for no metrics", { METRICS_HOST: "10.0.0.5" }, { metrics: null }],
  [
    "limits of streams",
    { STREAMS_MAX: "50000", STREAMS_PER_ADDRESS: "10" },
    { streams: { inAll: 50_000, perAddress: 10 } },
  ],
  ["what it does not know", { PATH: "/bin", DEMO_: "x" }, {}],
])("%s is taken", (_, env, expected) => {
  expect(readConfig(env)).toEqual({ ...DEFAULTS, ...expected });
});

test("a chain of one's own that is not whole is refused, with all else that is wrong", () => {
  const read = () => readConfig({ ENTROPY: "beacon", DRAND_CHAIN: "5", DRAND_RELAYS: "ftp://x" });
  expect(read).toThrow(StartError);
  expect(read).toThrow(/ENTROPY must be seed or drand/);
  expect(read).toThrow(/DRAND_CHAIN must be the JSON/);
  expect(read).toThrow(/DRAND_RELAYS must be http or https addresses/);
});

describe.each<[string, string, string[]]>([
  [
    "PORT",
    "a whole number from 0 to 65535",
    ["-1", "65536", "99999999", "3000.5", "0x50", "1e3", "+80", "http", "80 81", "٨٠", "NaN"],
  ],
  ["HOST", "a host name or an address", ["a b", "http://a.example", "a/b", "a,b", "[::1]", "*"]],
  [
    "BASE_URL",
    "an http or https address without a path, such as https://games.example.com",
    [
      "games.example.com",
      "//games.example.com",
      "ftp://games.example.com",
      "javascript:alert(1)",
      "https://games.example.com/tables",
      "https://games.example.com?x=1",
      "https://games.example.com#x",
      "https://user@games.example.com",
      "https://:pass@games.example.com",
      "https://",
      "https://a b",
    ],
  ],
  [
    "ORACLE_SECRET",
    "64 hexadecimal digits (32 bytes)",
    [
      "short",
      SECRET.slice(1),
      `${SECRET}0`,
      `0x${SECRET}`,
      `${SECRET.slice(1)}g`,
      `${SECRET},${SECRET}`,
    ],
  ],
  ["ENTROPY", "seed or drand", ["beacon", "SEED", "seed,drand", "on"]],
  [
    "TIME_ZONE",
    "an IANA time zone, such as Asia/Seoul",
    ["Seoul", "Mars/Olympus", "KST9", "Asia/Seoul ?", "__proto__"],
  ],
  ["STREAMS_MAX", "a whole number from 1 up", ["0", "-1", "1.5", "1e4", "many", "9999999999"]],
  ["STREAMS_PER_ADDRESS", "a whole number from 1 up", ["0", "-1", "010", "none"]],
  ["OWNER_PORT", "a whole number from 0 to 65535", ["on", "-1", "65536"]],
  ["METRICS_PORT", "a whole number from 0 to 65535", ["on", "-1", "65536"]],
  ["METRICS_HOST", "a host name or an address", ["a b", "http://a.example"]],
  [
    "TRUST_PROXY",
    "a list of addresses, ranges such as 10.0.0.0/8, or loopback",
    ["1", "true", "10.0.0.0/33", "10/8", "10.0.0", "proxy.example", "127.0.0.1:80", "loopback;x"],
  ],
  ["DEMO", "on or off", ["yes", "true", "1", "0", "constructor", "__proto__", "on off"]],
])("%s", (name, allowed, wrong) => {
  test.each(wrong)("is refused as %j, with what is allowed", (value) => {
    expect(faultsOf({ [name]: value })).toBe(
      `The settings are not right:\n  - ${name} must be ${allowed}.`,
    );
  });
});

describe("DATABASE_URL", () => {
  test.each([
    "postgres://user:password@db.example.com:5432/tableside",
    "postgresql://user@db.example.com/tableside?sslmode=verify-full",
    "postgres:///tableside?host=/run/postgresql",
    "postgres://user@%2Frun%2Fpostgresql/tableside",
    "postgres://user:p%40ss%2Fw%23rd@[::1]/tableside",
  ])("is taken as %s, with a secret beside it", (url) => {
    const config = readConfig({ DATABASE_URL: ` ${url}\n`, ORACLE_SECRET: SECRET });
    expect(config).toEqual({ ...DEFAULTS, databaseUrl: url, oracleSecret: SECRET });
  });

  test.each([
    "tableside",
    "https://db.example.com/tableside",
    "mysql://user@db.example.com/tableside",
    "postgres://db.example.com",
    "postgres://db.example.com/",
    "postgres:///tableside",
    "postgres://user:100%@db.example.com/tableside",
    // Passwords whose signs are not encoded; part of them would be taken for a database.
    "postgres://user:12/34@db.example.com/tableside",
    "postgres://user:12?34@db.example.com/tableside",
    "postgres://user:12#34@db.example.com/tableside",
    "postgres://user:pass/word@db.example.com/tableside",
  ])("is refused as %s, with what is allowed", (url) => {
    const faults = faultsOf({ DATABASE_URL: url, ORACLE_SECRET: SECRET });
    expect(faults).toMatch(/^ {2}- DATABASE_URL must be the address of a PostgreSQL database/m);
    expect(faults).not.toContain("34");
  });

  test.each(["", "  "])("is refused without a secret, given as %j", (secret) => {
    const url = "postgres://user:password@db.example.com/tableside";
    expect(faultsOf({ DATABASE_URL: url, ORACLE_SECRET: secret })).toBe(
      "The settings are not right:\n  - ORACLE_SECRET must be set where DATABASE_URL is: 64 hexadecimal digits, the same on every machine.",
    );
  });

  test("that is empty is none", () => {
    expect(readConfig({ DATABASE_URL: "" })).toEqual(DEFAULTS);
  });
});

test("all faults are reported at once, one a line", () => {
  const faults = faultsOf({
    PORT: "http",
    HOST: "a b",
    BASE_URL: "x",
    ORACLE_SECRET: "x",
    LATER_SECRETS: `2026-02-31:${SECRET}`,
    SIGNING_KEY: "x",
    TIME_ZONE: "x",
    DATABASE_URL: "x",
    DEMO: "x",
    TRUST_PROXY: "1",
    METRICS_PORT: "x",
    STREAMS_MAX: "0",
  });
  const names = [...faults.matchAll(/^ {2}- (\w+) /gm)].map(([, name]) => name);
  expect(names).toEqual([
    "HOST",
    "METRICS_PORT",
    "PORT",
    "BASE_URL",
    "DATABASE_URL",
    "ORACLE_SECRET",
    "LATER_SECRETS",
    "SIGNING_KEY",
    "TIME_ZONE",
    "DEMO",
    "TRUST_PROXY",
    "STREAMS_MAX",
  ]);
});

// BASEURL was ignored in silence.
test.each([
  ["BASEURL", "BASE_URL"],
  ["BASE_ULR", "BASE_URL"],
  ["base_url", "BASE_URL"],
  ["TRON_ADDRESS", undefined],
  ["TRON_ADRESSES", "TRON_ADDRESSES"],
  ["STREAMSPERADDRESS", "STREAMS_PER_ADDRESS"],
  ["HOSTNAME", undefined],
  ["PORTS", undefined],
  ["HOST_ID", undefined],
  ["XDG_DATA_DIRS", undefined],
])("%s is refused as the setting that is meant: %s", (name, setting) => {
  const words = new RegExp(`^  - ${name} is not a setting. Did you mean (\\w+)\\?`, "m");
  const faults = faultsOf({ [name]: "https://games.example.com" });
  expect(words.exec(faults)?.[1]).toBe(setting);
});

test("a name like a setting's is another program's where the setting is there too", () => {
  expect(faultsOf({ TIMEZONE: "local", TIME_ZONE: "UTC" })).toBe("");
  expect(faultsOf({ BASEURL: "" })).toBe("");
});

test("no value of a setting is repeated: it may be a secret, put in the wrong place", () => {
  const faults = faultsOf({
    ORACLE_SECRET: `${SECRET}f`,
    PORT: SECRET,
    TIME_ZONE: SECRET,
    BASE_URL: `https://user:${SECRET}@games.example.com`,
    DEMO: SECRET,
    DATABASE_URL: `postgres://user:${SECRET}@db`,
  });
  expect(faults.split("\n")).toHaveLength(7);
  expect(faults).not.toContain(SECRET.slice(0, 8));
});

describe("accounts and payments", () => {
  const ADDRESS = "TUikLT3nTTjTkXPAuC4xUGj84vfSERCWRn";
  const MAIL = { SMTP_URL: "smtps://user:pass@mail.example.com", MAIL_FROM: "games@example.com" };

  test.each<[string, Record<string, string>, object]>([
    ["no pages", { PORTAL: "off" }, { on: false }],
    [
      "addresses, each once",
      { TRON_ADDRESSES: `${ADDRESS}, ${ADDRESS}`, SELL_SEED_MODE: "yes" },
      { addresses: [ADDRESS] },
    ],
    [
      "selling rounds that nobody knows in advance",
      { TRON_ADDRESSES: ADDRESS, ENTROPY: "drand" },
      { addresses: [ADDRESS] },
    ],
    ["a node", { TRON_URL: "http://127.0.0.1:8090/" }, { tronUrls: ["http://127.0.0.1:8090"] }],
    [
      "two nodes that must agree",
      { TRON_URL: "http://127.0.0.1:8090/, https://api.trongrid.io", TRON_AGREE: "2" },
      { tronUrls: ["http://127.0.0.1:8090", "https://api.trongrid.io"], tronAgree: 2 },
    ],
    ["its key", { TRON_API_KEY: "a-b-c" }, { tronApiKey: "a-b-c" }],
    ["plans", { PLANS: "Day:1:2.5" }, { plans: [{ name: "Day", days: 1, price: 2_500_000 }] }],
    [
      "what becomes of other payments",
      { OVERPAID: "days", LATE_PAYMENTS: "review" },
      { overpaid: "days", late: "review" },
    ],
    [
      "who sells, and where transactions are looked up",
      {
        SELLER: "Acme Ltd., 1 Main Street",
        EXPLORER_URL: "https://nile.tronscan.org/#/transaction/",
      },
      {
        seller: "Acme Ltd., 1 Main Street",
        explorerUrl: "https://nile.tronscan.org/#/transaction/",
      },
    ],
    ["a key", { KEY_ENCRYPTION_KEY: SECRET }, { keyEncryptionKey: SECRET }],
    [
      "mail",
      { ...MAIL, BASE_URL: "https://games.example.com" },
      { mail: { smtpUrl: MAIL.SMTP_URL, from: MAIL.MAIL_FROM } },
    ],
  ])("%s is taken", (_, env, expected) => {
    expect(readConfig(env).portal).toEqual({ ...DEFAULTS.portal, ...expected });
  });

  test.each<[string, Record<string, string>, string]>([
    [
      "an address with a slip in it",
      { TRON_ADDRESSES: ADDRESS.replace("U", "V") },
      "TRON_ADDRESSES",
    ],
    [
      "selling what the house could know in advance",
      { TRON_ADDRESSES: ADDRESS },
      "SELL_SEED_MODE=yes",
    ],
    [
      "selling it half-heartedly",
      { TRON_ADDRESSES: ADDRESS, SELL_SEED_MODE: "on" },
      "SELL_SEED_MODE must be yes",
    ],
    ["an address in lower case", { USDT_CONTRACT: ADDRESS.toLowerCase() }, "USDT_CONTRACT"],
    ["a node that is no address", { TRON_URL: "trongrid" }, "TRON_URL"],
    ["a node twice", { TRON_URL: "http://a.example,http://a.example/" }, "TRON_URL"],
    ["more nodes to agree than there are", { TRON_AGREE: "2" }, "TRON_AGREE"],
    ["a way with what is too much that there is not", { OVERPAID: "gift" }, "OVERPAID"],
    ["an explorer that runs a script", { EXPLORER_URL: "javascript:alert(1)//" }, "EXPLORER_URL"],
    ["a seller on two lines", { SELLER: "Acme\nMalta" }, "SELLER"],
    ["a way with what is late that there is not", { LATE_PAYMENTS: "no" }, "LATE_PAYMENTS"],
    ["a key with a line break in it", { TRON_API_KEY: "a\r\nb" }, "TRON_API_KEY"],
    ["plans without prices", { PLANS: "Month:30" }, "PLANS"],
    ["half a key", { KEY_ENCRYPTION_KEY: "ab" }, "KEY_ENCRYPTION_KEY"],
    ["mail without links", MAIL, "SMTP_URL needs BASE_URL"],
    [
      "mail from nobody",
      { SMTP_URL: MAIL.SMTP_URL, BASE_URL: "https://games.example.com" },
      "SMTP_URL needs MAIL_FROM",
    ],
    ["mail from two", { ...MAIL, MAIL_FROM: "a@b.example,c@d.example" }, "MAIL_FROM"],
  ])("%s is refused", (_, env, words) => {
    expect(faultsOf(env)).toContain(words);
  });
});

// It was reported as another server that runs there, with the advice to end it.
test.each([
  { PORT: "9464", METRICS_PORT: "9464" },
  { METRICS_PORT: "3000" },
  { METRICS_PORT: "3000", METRICS_HOST: "0.0.0.0" },
  { HOST: "::", METRICS_PORT: "3000" },
])("one port for the service and its metrics is reported as such: %o", (env) => {
  expect(faultsOf(env)).toContain("METRICS_PORT must be another port than PORT");
});

test("a back office where the public is, or without accounts, is reported", () => {
  expect(faultsOf({ OWNER_PORT: "3000" })).toContain("OWNER_PORT must be another port than PORT");
  expect(faultsOf({ OWNER_PORT: "3001", METRICS_PORT: "3001" })).toContain(
    "OWNER_PORT must be another port than METRICS_PORT",
  );
  expect(faultsOf({ OWNER_PORT: "3001", PORTAL: "off" })).toContain("OWNER_PORT needs PORTAL on");
});
