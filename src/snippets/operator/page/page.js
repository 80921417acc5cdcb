// The page shows and asks; the server decides. Whatever a message or this script believes, a bet counts
// when the server has answered that it took it.
import { followTable } from "../../receiver.js";

const CHIPS = [100, 500, 2_500, 10_000];
const MAIN = ["dragon", "tie", "tiger", "player", "banker", "winner"];
const OUTCOMES = {
  won: "won",
  lost: "lost",
  push: "stake back",
  half: "half back",
  void: "void, stake back",
};
const SETTLED_TRIES = 20;

const offer = JSON.parse(byId("offer").textContent);
const amounts = new Intl.NumberFormat("en", { minimumFractionDigits: 2 });
const rounds = new Intl.NumberFormat("en");
const signed = (cents) => ["−", "", "+"][Math.sign(cents) + 1] + money(Math.abs(cents));
const money = (cents) => amounts.format(cents / 100);
let round = null; // The round that bets are open on, as the table says.
let chip = CHIPS[1];
let bets = [];

function byId(id) {
  return document.getElementById(id);
}

function make(tag, properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

const named = ({ market, teams }) => [market, ...teams].map(title).join(", ");

const title = (text) => text.charAt(0).toUpperCase() + text.slice(1).replaceAll("-", " ");

// Chips and spots

byId("chips").append(
  ...CHIPS.map((value) => {
    const input = make("input", { type: "radio", name: "chip", value, checked: value === chip });
    input.addEventListener("change", () => (chip = value));
    return make("label", { className: `chip chip-${value}` }, input, make("span", {}, value / 100));
  }),
);

function spot(market, teams) {
  const name = market.id === "winner" ? title(teams[0]) : title(market.id);
  const button = make(
    "button",
    { type: "button", disabled: true, className: "spot" },
    make("span", { className: "name" }, name),
    make("span", { className: "pays" }, pays(market)),
    make("span", { className: "placed" }),
  );
  button.dataset.market = market.id;
  button.dataset.spot = [market.id, ...teams].join(" ");
  button.addEventListener("click", () => place(market.id, teams));
  return button;
}

const pays = ({ pays: [wins, per] }) => `${wins / per} to 1`;

for (const market of offer.markets) {
  const isMain = MAIN.includes(market.id);
  if (market.id === "winner") {
    byId("spots").append(...offer.teams.map((team) => spot(market, [team])));
  } else if (market.teams === 0) {
    byId(isMain ? "spots" : "more").append(spot(market, []));
  }
}
// On a cloth the tie is in the middle.
const [, second, third] = byId("spots").children;
if (third?.dataset.market === "tie") second.before(third);

// Markets that name teams: one form for all of them.
const naming = offer.markets.filter(({ teams, id }) => teams > 0 && id !== "winner");
if (naming.length > 0) {
  const form = byId("named");
  const option = (value) => make("option", { value }, title(value));
  const market = make("select", { ariaLabel: "Market" }, ...naming.map(({ id }) => option(id)));
  const teams = [0, 1, 2].map((place) =>
    make("select", { ariaLabel: `Team ${place + 1}` }, ...offer.teams.map(option)),
  );
  teams.forEach((select, place) => (select.selectedIndex = place));
  const wanted = () => naming.find(({ id }) => id === market.value);
  const button = make("button", { className: "spot", disabled: true });
  const show = () => {
    teams.forEach((select, place) => (select.hidden = place >= wanted().teams));
    button.replaceChildren(
      make("span", { className: "name" }, "Bet"),
      make("span", { className: "pays" }, pays(wanted())),
    );
  };
  market.addEventListener("change", show);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const chosen = teams.slice(0, wanted().teams).map(({ value }) => value);
    if (new Set(chosen).size === chosen.length) place(wanted().id, chosen);
    else say("Choose different teams.");
  });
  form.append(market, ...teams, button);
  form.hidden = false;
  show();
}

for (const link of document.querySelectorAll("nav a")) {
  if (link.search === `?game=${offer.game}`) link.ariaCurrent = "page";
}

// Bets

async function place(market, teams) {
  if (round === null || !table.isOpen()) return;
  // One id for one press: however often it is sent again, it is one bet.
  const wanted = { id: crypto.randomUUID(), game: offer.game, round, market, teams, stake: chip };
  for (;;) {
    try {
      const answer = await send("/api/bets", wanted);
      if (answer.status < 500) return show(answer.body);
      say(answer.body.detail);
    } catch {
      // No answer: it may have been taken or not. The same id asks again.
    }
    if (!table.isOpen()) return say("No answer in time. See your bets for what was taken.");
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

function show(body) {
  if (body.bet === undefined) return say(body.detail);
  bets = [body.bet, ...bets.filter(({ id }) => id !== body.bet.id)];
  say(`${named(body.bet)}: ${money(body.bet.stake)} placed.`);
  draw(body.balance);
}

async function send(path, body) {
  const response = await fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(5_000),
  });
  return { status: response.status, body: await response.json() };
}

async function refresh() {
  const { body } = await send("/api/session", {});
  if (body.bets === undefined) return say(body.detail);
  bets = body.bets;
  draw(body.balance);
}

/** The table shows a result; the server settles by itself and has it a moment later. */
async function awaitSettlement(over) {
  for (let tries = 0; tries < SETTLED_TRIES; tries += 1) {
    await refresh();
    if (!bets.some((bet) => bet.outcome === null && bet.round <= over)) return sayReturned(over);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
}

function sayReturned(over) {
  const settled = bets.filter((bet) => bet.game === offer.game && bet.round === over);
  const returned = settled.reduce((sum, bet) => sum + bet.returned, 0);
  if (settled.length === 0) return;
  const round = `Round ${rounds.format(over)}`;
  say(returned > 0 ? `${round}: ${money(returned)} returned.` : `${round}: no win.`);
}

// Drawing

function say(text) {
  byId("news").textContent = text;
}

function draw(balance) {
  byId("balance").textContent = money(balance);
  byId("none").hidden = bets.length > 0;
  byId("history").replaceChildren(...bets.map(line));
  drawSpots();
}

function drawSpots() {
  for (const button of document.querySelectorAll(".spot")) {
    button.disabled = round === null;
    const placed = button.querySelector(".placed");
    if (placed === null) continue;
    const total = bets
      .filter(({ game, outcome }) => game === offer.game && outcome === null)
      .filter(({ market, teams }) => [market, ...teams].join(" ") === button.dataset.spot)
      .reduce((sum, { stake }) => sum + stake, 0);
    placed.textContent = total > 0 ? money(total) : "";
  }
}

function line(bet) {
  const { game, outcome, returned, stake } = bet;
  const table = [...document.querySelectorAll("nav a")].find(
    ({ search }) => search === `?game=${game}`,
  );
  const where = game === offer.game ? [] : [table.textContent];
  const end = outcome === null ? [] : [OUTCOMES[outcome]];
  const details = [...where, rounds.format(bet.round), money(stake), ...end];
  return make(
    "li",
    { className: outcome ?? "open" },
    make("span", { className: "what" }, named(bet)),
    make("span", { className: "amount" }, outcome === null ? "open" : signed(returned - stake)),
    make("small", {}, details.join(" · ")),
  );
}

// The table

const table = followTable(byId("table"), {
  onOpen(opened) {
    round = opened;
    say("Place your bets.");
    drawSpots();
  },
  onClose() {
    round = null;
    say("Bets are closed.");
    drawSpots();
  },
  onResult(entry) {
    void awaitSettlement(entry.round).catch(() => {}); // The next round tries again.
  },
});

void refresh().catch(() => say("This site does not answer. Reload the page."));
