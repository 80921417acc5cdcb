import { setTimeout as pause } from "node:timers/promises";
import { isBeacon } from "../../src/fairness/beacon.ts";
import { beaconAt, BEACON_DELAY_MS } from "../../src/fairness/chain.ts";
import { createMailer } from "../account/mail/mailer.ts";
import { drandRelay } from "../beacon/drand-relay.ts";
import type { BeaconFault } from "../beacon/drand-relay.ts";
import type { Config } from "../config/config.ts";
import type { Fetch } from "../http/fetch.ts";
import { nodeFault } from "../owner/health.ts";
import { watchNode } from "../payment/tron/node-watch.ts";
import { tronNode } from "../payment/tron/node.ts";
import { databaseTime } from "../store/database-time.ts";
import type { Store } from "../store/store.ts";
import { judge } from "../time/judgement.ts";
import { offsetOf } from "../time/offset.ts";
import { readPublishedUntil } from "../time/published-until.ts";
import { askChronyc, readTracking } from "../time/witnesses/chrony.ts";
import { datesWitness } from "../time/witnesses/dates.ts";
import type { Say } from "./finding.ts";

/** What looks outside this machine go by. */
export interface Outside {
  /** This machine's clock, epoch ms, and one that nobody sets. */
  readonly now: () => number;
  readonly steady: () => number;
  readonly fetch: Fetch;
}

/** By then every relay has the beacon, though the clock may be some seconds off. */
const BEACON_AGE_MS = 30_000;
const BEACON_FAULTS: Readonly<Record<BeaconFault, string>> = {
  early: "does not have a beacon that is 30 s old: it lags, or this machine's clock is fast",
  busy: "refuses this machine for asking too often",
  fault: "answers with an error",
  nonsense: "answers something else than beacons",
  unreachable: "does not answer",
};

/** Compares this machine's clock with all that can be asked, as a server does. */
export async function lookAtClock(
  say: Say,
  { config, store }: { config: Config; store: Store | undefined },
  { now, steady }: Outside,
): Promise<void> {
  const sentMs = steady();
  const databaseMs = store && (await databaseTime(store));
  const database =
    databaseMs === undefined
      ? undefined
      : offsetOf({ fromMs: databaseMs, toMs: databaseMs, sentMs, receivedMs: steady() });
  const addresses = new Set([...relaysOf(config), ...nodesOf(config)]);
  const witness = datesWitness({ regulars: [], steady, setTimer: () => () => {}, onAnswer() {} });
  await witness.ask([...addresses]);
  const dates = witness.clocks(steady());
  witness.stop();
  const error = await askChronyc().then(readTracking, () => undefined);
  const ownMs = now() - steady();
  const chrony = error && {
    leastMs: ownMs + error.slowMs - error.boundMs,
    mostMs: ownMs + error.slowMs + error.boundMs,
  };
  const { verdict, reason } = judge({
    ownMs,
    database,
    chrony,
    peers: [],
    dates,
    provenMs: -Infinity,
  });
  const asked = [
    ...(database === undefined ? [] : ["the database"]),
    ...(chrony === undefined ? [] : ["chrony"]),
    ...(dates.length === 0 ? [] : [`${dates.length} hosts that it asks`]),
  ].join(", ");
  const publishedMs = store && (await readPublishedUntil(store));
  if (reason !== null) {
    say("fault", `${reason} Set it right: servers answer 503 until then.`);
  } else if (publishedMs !== undefined && publishedMs - now() > 1_000) {
    say(
      "fault",
      `This machine's clock is behind: rounds were shown until ${new Date(publishedMs).toISOString()} already. Set it right: servers answer 503 until then.`,
    );
  } else if (verdict === "wide") {
    say(
      "warning",
      `This machine's clock and ${asked} differ by more than a quarter of a second. Correct it by NTP: bets close that much earlier.`,
    );
  } else if (asked === "") {
    say(
      "warning",
      "No other clock can be asked, so this machine's is believed. Run chrony, or look whether this machine reaches the hosts it asks.",
    );
  } else {
    say("ok", `The clock agrees with ${asked}.`);
  }
}

/** Asks each relay of drand for a beacon, where rounds need them. */
export async function lookAtRelays(
  say: Say,
  config: Config,
  { now, fetch }: Outside,
): Promise<void> {
  const { chain, relays } = config.beacons;
  const pastMs = now() - BEACON_AGE_MS;
  const beaconRound = beaconAt(chain, pastMs - (pastMs % BEACON_DELAY_MS));
  if (config.entropy === "seed" || beaconRound === null) {
    return;
  }
  const answers = await Promise.all(
    relays.map(async (relay) => {
      const answer = await drandRelay(relay, chain.hash, { fetch }).ask(
        beaconRound,
        AbortSignal.any([]),
      );
      const fault =
        "fault" in answer
          ? BEACON_FAULTS[answer.fault]
          : isBeacon(chain, beaconRound, answer.signature)
            ? null
            : "gives beacons that are not genuine";
      return { relay, fault };
    }),
  );
  const failing = answers.filter(({ fault }) => fault !== null);
  const isAnswered = failing.length < answers.length;
  for (const { relay, fault } of failing) {
    say(
      isAnswered ? "warning" : "fault",
      `The relay ${relay} ${fault}. ${isAnswered ? "Others do its work; if it stays so, name another one in DRAND_RELAYS." : "Without any no round opens: let this machine reach it, or name others in DRAND_RELAYS."}`,
    );
  }
  if (isAnswered) {
    say(
      "ok",
      `${answers.length - failing.length} of ${answers.length} relays have genuine beacons.`,
    );
  }
}

/** Asks each node that payments are looked up at. */
export async function lookAtNodes(
  say: Say,
  config: Config,
  { now, fetch }: Outside,
): Promise<void> {
  const { contract, tronApiKey, tronAgree } = config.portal;
  const urls = nodesOf(config);
  const faults = await Promise.all(
    urls.map(async (url, index) => {
      const node = tronNode({ url, apiKey: index === 0 ? tronApiKey : null, fetch });
      const watch = watchNode({ node, contract, now, log() {}, report() {} });
      await watch.look();
      return nodeFault(watch.state);
    }),
  );
  const well = faults.filter((fault) => fault === null).length;
  for (const [index, fault] of faults.entries()) {
    if (fault !== null) {
      say(well >= tronAgree ? "warning" : "fault", `${urls[index]}: ${fault}`);
    }
  }
  if (well > 0) {
    say("ok", `${well} of ${urls.length} payment nodes are well.`);
  }
}

/** Signs in to the mail server, and sends nothing. */
export async function lookAtMail(say: Say, { portal, dataDir, baseUrl }: Config): Promise<void> {
  if (!portal.on) {
    return;
  }
  const mailer = await createMailer({ mail: portal.mail, dataDir });
  if (!mailer.reachesPeople) {
    say(
      // A service that only its own machine reaches needs none.
      baseUrl === null ? "ok" : "warning",
      "SMTP_URL is not set: addresses are not confirmed, and links to reset a password go to outbox.txt.",
    );
    return;
  }
  const ended = new AbortController();
  const late = pause(MAIL_MS, "no answer", { signal: ended.signal }).catch(() => null);
  const fault = await Promise.race([mailer.fault(), late]);
  ended.abort();
  if (fault === null) {
    say("ok", "The mail server lets the service in.");
  } else {
    say(
      "fault",
      `The mail server of SMTP_URL cannot be used (${fault}). Mails are tried again for two days at most. See what is wrong, and send a test on the page “Mails” of the back office.`,
    );
  }
}

const MAIL_MS = 12_000;

function relaysOf({ entropy, beacons }: Config): readonly string[] {
  return entropy === "drand" ? beacons.relays : [];
}

function nodesOf({ portal }: Config): readonly string[] {
  return portal.on && portal.addresses.length > 0 ? portal.tronUrls : [];
}
