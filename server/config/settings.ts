export type Environment = Readonly<Record<string, string | undefined>>;

/** Described for the docs page and for the message about a wrong value. */
export interface Setting {
  readonly meaning: string;
  /** The allowed values: the end of "NAME must be …". */
  readonly allowed: string;
  /** The default, or a sentence about the effect of its absence. */
  readonly unset: { readonly value: string } | string;
}

const HEX_32 = "64 random hexadecimal digits, such as the output of `openssl rand -hex 32`";
const PORT_NUMBER = "a whole number from 0 to 65535";
const HOST_NAME = "a host name or an IP address";
const ON_OFF = "on or off";

export const settingGroups = {
  "The service": {
    PORT: {
      meaning: "The port that the service listens on. 0 lets the operating system choose one.",
      allowed: PORT_NUMBER,
      unset: { value: "3000" },
    },
    HOST: {
      meaning:
        "The address the service listens on. Behind a proxy on the same machine, leave it on loopback.",
      allowed: HOST_NAME,
      unset: { value: "127.0.0.1" },
    },
    BASE_URL: {
      meaning:
        "The public URL of the service. Set it if the service is behind a TLS proxy or sends mail.",
      allowed: "an http or https URL without a path, such as https://games.example.com",
      unset: "Each request's own origin is used.",
    },
    CONTACT: {
      meaning:
        "The email address at which customers reach you. The front page and the account pages display it.",
      allowed: "an address such as games@example.com",
      unset: "No address is displayed.",
    },
    TRUST_PROXY: {
      meaning:
        "The proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` are trusted. Set it behind any proxy. Otherwise, all viewers appear to share one IP address.",
      allowed: "IP addresses, ranges such as 10.0.0.0/8, or loopback, separated by commas",
      unset: "These headers are ignored.",
    },
    TIME_ZONE: {
      meaning:
        "The time zone of `date` and `daily_round`, which are for display only. Set the same zone on every server.",
      allowed: "an IANA time zone, such as Asia/Seoul",
      unset: { value: "UTC" },
    },
    WEBHOOKS_PRIVATE: {
      meaning:
        "Allows webhooks over plain http, and to this machine or private networks. With this on, anyone with an account can reach your network, so use it only for tests, or where all receivers are your own.",
      allowed: ON_OFF,
      unset: { value: "off" },
    },
    OWNER_PORT: {
      meaning:
        "The back office's port. Only this machine can reach it. It must differ from `PORT`.",
      allowed: PORT_NUMBER,
      unset: "There is no back office.",
    },
    METRICS_PORT: {
      meaning:
        "The port that serves `/metrics` to Prometheus. Only this machine can reach it. It must differ from `PORT`.",
      allowed: PORT_NUMBER,
      unset: "There are no metrics.",
    },
  },
  "Data and secrets": {
    DATA_DIR: {
      meaning:
        "The folder for the secrets, the SQLite database and the signed headers. Keep it private and backed up.",
      allowed: "a folder",
      unset: { value: "./data" },
    },
    DATABASE_URL: {
      meaning:
        "A PostgreSQL database, for several servers. It also needs `ORACLE_SECRET` and `SIGNING_KEY`. Connection attempts time out after 3 s; append `?connect_timeout=10` for 10 s. With `?sslmode=verify-full`, the connection uses TLS; a private CA also needs `&sslrootcert=/path`.",
      allowed:
        "the URL of a PostgreSQL database, such as postgres://user:password@db.example.com:5432/tableside, with characters such as @ : / # ? % in the password percent-encoded",
      unset: "A SQLite file in `DATA_DIR` is used.",
    },
    ORACLE_SECRET: {
      meaning:
        "The secret that every outcome is derived from. The service does not start if the secret changes, because that would change every past round.",
      allowed: HEX_32,
      unset: "The first start creates one in `DATA_DIR/secret`.",
    },
    LATER_SECRETS: {
      meaning:
        "Secrets for later rounds, each with the first UTC day it applies to; that day's header must not have been published yet. `npm run -s secret -- rotate` prints them if `DATABASE_URL` is set.",
      allowed:
        "pairs separated by commas, each a UTC day and its secret: `2026-12-01:` followed by 64 hexadecimal digits",
      unset: "Later secrets in `DATA_DIR` are used.",
    },
    SIGNING_KEY: {
      meaning:
        "The key that signs each day's headers. The service does not start if the key changes.",
      allowed: HEX_32,
      unset: "The first start creates one in `DATA_DIR/signing-key`.",
    },
    PUBLISH_LATE: {
      meaning:
        "Confirms that the overdue headers, up to and including the given day's, were never published, and lets the service publish them late. Set it for one start only.",
      allowed: "a UTC day, such as 2026-12-01",
      unset: "The service refuses to start while a header is overdue.",
    },
  },
  Beacons: {
    ENTROPY: {
      meaning:
        "With `drand`, results also depend on a public beacon. A change applies from the first UTC day whose header has not been published yet.",
      allowed: "seed or drand",
      unset: { value: "seed" },
    },
    DRAND_RELAYS: {
      meaning: "The drand relays. Each beacon is requested from all of them at once.",
      allowed: "http or https URLs, separated by commas",
      unset: "Four public relays of quicknet are used.",
    },
    DRAND_CHAIN: {
      meaning: "A chain other than quicknet. List its relays in `DRAND_RELAYS`.",
      allowed: "the JSON returned by /info on one of its relays",
      unset: "Beacons come from drand's quicknet.",
    },
  },
  "Accounts and payments": {
    PORTAL: {
      meaning: "Enables the pages under `/account/`.",
      allowed: ON_OFF,
      unset: { value: "on" },
    },
    TRON_ADDRESSES: {
      meaning: "The wallets that receive payments.",
      allowed:
        "TRON addresses copied whole (T…, 34 characters with a valid checksum), separated by commas",
      unset: "Nothing is sold.",
    },
    SELL_SEED_MODE: {
      meaning:
        "Confirms that you want to sell keys even though the secret alone determines results (`ENTROPY=seed`), so you could know every result in advance. The prices page then warns customers of this.",
      allowed: "yes",
      unset: "Selling requires `ENTROPY=drand`.",
    },
    SELLER: {
      meaning: "The seller named on receipts.",
      allowed: "a name and address on one line, of at most 300 characters",
      unset: "Receipts do not name a seller.",
    },
    TRON_URL: {
      meaning:
        "The TRON nodes used to check payments. Nodes are tried in order; each is used only if those before it fail. Their responses are not compared. Put an API key before the host name, as in `https://KEY@api.trongrid.io`; other nodes never see it.",
      allowed: "http or https URLs, separated by commas, such as https://api.trongrid.io",
      unset: { value: "https://api.trongrid.io" },
    },
    USDT_CONTRACT: {
      meaning: "The token's contract address. Change it only for a test network.",
      allowed: "the TRON address of a token's contract",
      unset: { value: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t" },
    },
    SMTP_URL: {
      meaning:
        "The mail server, such as `smtps://user:password@mail.example.com`. It also needs `BASE_URL` and `MAIL_FROM`.",
      allowed:
        "an smtp:// or smtps:// URL, with characters such as @ : / # ? % in the password percent-encoded",
      unset: "No mail is sent.",
    },
    MAIL_FROM: {
      meaning: "The sender of outgoing mail.",
      allowed: "an address such as games@example.com",
      unset: "`SMTP_URL` cannot be used.",
    },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Setting>>>>;

type Groups = typeof settingGroups;
/** Only described settings can be read. */
export type SettingName = { [Group in keyof Groups]: keyof Groups[Group] }[keyof Groups];

export const SETTINGS: Readonly<Record<SettingName, Setting>> = Object.assign(
  {},
  ...Object.values(settingGroups),
);
