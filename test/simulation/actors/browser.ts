import type { PageData, PortalPage } from "../../../src/account/page-data.ts";
import type { Answer, Question } from "../network.ts";

/** Sends a question to whichever server answers; null: none did. */
export type AskAny = (path: string, question: Question) => Promise<Answer | null>;

/** Somebody's browser at the account's pages. */
export interface Browser {
  readonly cookies: Map<string, string>;
  /** Sends a form; where its answer leads, null: nobody answered, or with a fault. */
  send(
    path: string,
    fields: Readonly<Record<string, string>>,
    heldMs?: number,
  ): Promise<string | null>;
  /** Follows a link, wherever it leads. */
  open(path: string): Promise<void>;
  /** What a page shows; null: nobody answered, or with another page. */
  see<Name extends keyof PageData>(name: Name, path: string): Promise<PortalPage<Name> | null>;
}

export function openBrowser(askAny: AskAny, from: string): Browser {
  const cookies = new Map<string, string>();

  async function ask(path: string, question: Question): Promise<Answer | null> {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { ...question.headers, ...(cookie !== "" && { cookie }) };
    const answer = await askAny(path, { ...question, headers, from });
    for (const given of answer?.headers["set-cookie"] ?? []) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(given) ?? [];
      if (/max-age=0/i.test(given)) {
        cookies.delete(name);
      } else {
        cookies.set(name, value);
      }
    }
    return answer;
  }

  return {
    cookies,
    async send(path, fields, heldMs = 0) {
      const answer = await ask(path, {
        method: "POST",
        headers: {
          "content-type": "application/x-www-form-urlencoded",
          "sec-fetch-site": "same-origin",
        },
        body: String(new URLSearchParams({ ...fields, last: "x" })),
        heldMs,
      });
      return answer?.status === 303 ? (answer.headers.location ?? null) : null;
    },
    async open(path) {
      await ask(path, {});
    },
    async see(_name, path) {
      const answer = await ask(path, {});
      if (answer?.status !== 200) {
        return null;
      }
      return (JSON.parse(answer.text) as { account: PortalPage<never> }).account;
    },
  };
}
