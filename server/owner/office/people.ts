import { html } from "@lit-labs/ssr";
import type { TemplateResult } from "lit";
import { ReviewError } from "../../payment/errors.ts";
import { peopleList } from "../lists.ts";
import type { Done, OfficeAnswer, OfficeContext, OfficeRequest } from "./context.ts";
import { actForm } from "./form-parts.ts";
import { csvLink, dayOf, minuteOf } from "./page-parts.ts";
import type { View } from "./page.ts";
import { proofFields } from "./sign-in-pages.ts";
import type { Typed } from "./typed.ts";
import { inviteColleague, listUsers, removeColleague, withdraw } from "./users.ts";
import type { ListedUser } from "./users.ts";

const HERE = "/owner/people/";

/** Who may come in, who is invited, and the forms that change it. */
export async function peoplePage(
  { store }: OfficeContext,
  { user, query, typed, nowMs }: OfficeRequest,
): Promise<OfficeAnswer> {
  const inviting = typed.into(["invite"]);
  const people = await listUsers(store);
  if (query.has("csv")) {
    return { list: peopleList(people, nowMs), name: "people" };
  }
  const [joined, invited] = [
    people.filter(({ hasJoined }) => hasJoined),
    people.filter(({ hasJoined }) => !hasJoined),
  ];
  return {
    title: "People",
    body: html`
      <h2>Who may come in ${csvLink(HERE)}</h2>
      ${joined.map((person) => joinedCard(person, person.email === user.email, joined.length, typed))}
      <h2>Invitations</h2>
      ${
        invited.length === 0
          ? html`<p class="none">None is open.</p>`
          : invited.map((person) => invitedCard(person, nowMs))
      }
      <h2>Invite somebody</h2>
      <p class="soft">
        They see and do all that you do here. You get a link that works once and for a day. It is
        for whoever has it: send it where only they read.
      </p>
      ${actForm(
        inviting,
        HERE,
        html`<label
            >E-mail<input
              class="long"
              name="email"
              type="email"
              autocomplete="off"
              required
              value=${inviting.value("email")}
          /></label>
          ${proofFields()}
          <button name="do" value="invite">Invite</button>`,
      )}
    `,
  };
}

/** Does what a form of the page asks for. An invitation's link is shown this once. */
export async function changePeople(
  { store, vault }: OfficeContext,
  { user, field, nowMs, origin, confirm }: OfficeRequest,
): Promise<Done | View> {
  const email = field("email");
  switch (field("do")) {
    case "invite": {
      await confirm();
      const token = await inviteColleague(store, vault, email, user, nowMs);
      return linkView(email.trim(), `${origin}/owner/join/?${new URLSearchParams({ token })}`);
    }
    case "withdraw":
      await withdraw(store, email, user, nowMs);
      return { to: HERE, done: "withdrawn" };
    case "remove":
      await confirm();
      await removeColleague(store, email, user, nowMs);
      return { to: HERE, done: "removed" };
    default:
      throw new ReviewError("The form asks for nothing that can be done here.");
  }
}

function linkView(email: string, link: string): View {
  return {
    title: "Invited",
    body: html`
      <p>
        This link lets <strong>${email}</strong> in, once and within a day. It is shown this once.
      </p>
      <p class="card mono">${link}</p>
      <p class="soft">It opens wherever this office does, such as through a tunnel to its port.</p>
      <p><a href=${HERE}>Back to people</a></p>
    `,
  };
}

function joinedCard(
  { email, sinceMs }: ListedUser,
  isYou: boolean,
  count: number,
  typed: Typed,
): TemplateResult {
  const removing = typed.into(["remove"], { email });
  return html`<div class="card">
    <p><strong>${email}</strong>${isYou ? " (you)" : ""}, since <time>${dayOf(sinceMs)}</time></p>
    ${
      count === 1
        ? html`<p class="soft">Nobody else may come in, so nobody can be removed.</p>`
        : html`<details ?open=${removing.isHere}>
            <summary>Remove…</summary>
            ${actForm(
              removing,
              HERE,
              html`<input type="hidden" name="email" value=${email} />
                ${proofFields()}
                <button class="second" name="do" value="remove">Remove ${email}</button>`,
            )}
          </details>`
    }
  </div>`;
}

function invitedCard({ email, sinceMs, endsAtMs }: ListedUser, nowMs: number): TemplateResult {
  const isOpen = endsAtMs !== null && endsAtMs > nowMs;
  return html`<form class="card act" method="post" action=${HERE}>
    <input type="hidden" name="email" value=${email} />
    <span
      ><strong>${email}</strong>, invited <time>${minuteOf(sinceMs)}</time>,
      ${isOpen ? "open until" : "ended"} <time>${minuteOf(endsAtMs ?? sinceMs)}</time></span
    >
    <button class="second" name="do" value="withdraw">Withdraw</button>
  </form>`;
}
