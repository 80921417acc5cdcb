import type { AccountWords } from "../account-words.ts";

export const mails: AccountWords["mails"] = {
  verify: (link) => ({
    subject: "Confirm your address",
    text: `Welcome to Tableside.\n\nFollow this link to confirm your address; it is good for a day:\n${link}\n\nIf you did not create an account, ignore this mail.`,
  }),
  reset: (link) => ({
    subject: "Choose a new password",
    text: `Follow this link to choose a new password for Tableside; it is good for an hour and works once:\n${link}\n\nIf you did not ask for it, ignore this mail: nothing has changed.`,
  }),
  taken: (link) => ({
    subject: "You have an account already",
    text: `Somebody, perhaps you, tried to create a Tableside account with this address. You have one already. Sign in, or choose a new password there:\n${link}`,
  }),
  ends: (link, date, days) => ({
    subject: `Your subscription ends ${days === 1 ? "within a day" : `in ${days} days`}`,
    text: `Your Tableside subscription ends on ${date}. After that your tables answer “Expired” until you renew. Renewing now adds to its end:\n${link}`,
  }),
  ended: (link, date) => ({
    subject: "Your subscription has ended",
    text: `Your Tableside subscription ended on ${date}, and your tables answer “Expired”. Renew, and the same key works again:\n${link}`,
  }),
  webhookOff: {
    failed: (link, url) => ({
      subject: "A webhook endpoint is switched off",
      text: `For three days this endpoint has taken none of your webhooks, so we have switched it off:\n${url}\n\nNo result is lost: read them from the API. When the endpoint answers again, switch it on here:\n${link}`,
    }),
    gone: (link, url) => ({
      subject: "A webhook endpoint is switched off",
      text: `This endpoint answered “410 Gone”, so we have switched it off:\n${url}\n\nIf that was a mistake, switch it on again here:\n${link}`,
    }),
  },
};
