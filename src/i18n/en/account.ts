import {
  CODES_LOCK_MINUTES,
  MAX_EMAILS_PER_HOUR,
  MAX_ENDPOINT_URL_LENGTH,
  MAX_ORIGINS,
  MAX_PASSWORD_LENGTH,
  MIN_PASSWORD_LENGTH,
  RECENT_PASSWORD_MINUTES,
  RESET_LINK_MINUTES,
} from "../../wire/account-limits.ts";
import { countedIn } from "../counted.ts";
import { invoice, payments, plans, prices } from "./account-billing.ts";
import { emails } from "./account-emails.ts";
import { webhooks } from "./account-webhooks.ts";

const counted = countedIn("en");
const MAIL_LIMIT = `If nothing arrives, wait an hour: we send at most ${MAX_EMAILS_PER_HOUR} emails an hour to one address.`;

export const accountEn = {
  lang: "en",
  skip: "Skip to content",
  nav: {
    label: "Account",
    signOut: "Sign out",
  },
  docs: "Docs",
  notices: {
    registered: "If that address was new, your account is ready. You can sign in.",
    registered_mail: `We have sent you an email. Follow the link in it, then sign in. ${MAIL_LIMIT}`,
    verified: "Your address has been confirmed. You can sign in.",
    signed_out: "You are signed out.",
    reset_sent: `If there is an account with this address, we have sent a link to choose a new password. ${MAIL_LIMIT}`,
    password_reset:
      "Your new password has been set, and every browser has been signed out. Sign in.",
    password_changed:
      "Your new password has been set, and every other browser has been signed out.",
    sessions_ended: "Signed out.",
    second_factor_on:
      "Sign-in codes are on. Save these recovery codes now: they are shown only once.",
    second_factor_off: "Sign-in codes are off. You sign in with your password alone.",
    recovery_codes_renewed:
      "Save these recovery codes now: they are shown only once. The old ones no longer work.",
    address_asked: `If your current address is confirmed, we have sent it an email with a link. Once you follow it, the new address gets an email too. Each link works for a day. Nothing changes until you have followed both. ${MAIL_LIMIT}`,
    address_agreed:
      "Confirmed. We have sent an email to the new address. To finish the change, follow the link in it within a day.",
    address_changed:
      "Your account now uses the new address, and every other browser has been signed out. From now on, sign in with the new address.",
    deleted: "Your account has been deleted.",
    hash_submitted: "We are looking for your payment.",
    paid_from_balance: "Paid from your balance. Your subscription is active.",
    key_rotated: "You have a new key. Deploy it before the old one stops working.",
    origins_saved: "Saved. Tables that open from now on use this list.",
    bad_email: "Enter a valid email address.",
    short_password: `The password must have at least ${MIN_PASSWORD_LENGTH} characters.`,
    long_password: `The password must have at most ${MAX_PASSWORD_LENGTH} characters.`,
    wrong_password: "Wrong password.",
    wrong_credentials: "Wrong email or password.",
    wrong_code: "That code is wrong, too old or already used. Wait for the next one in your app.",
    late_code: "This sign-in is no longer valid. Enter your password again, then the code.",
    codes_locked: `Too many wrong codes. Wait ${CODES_LOCK_MINUTES} minutes, then try again.`,
    address_same: "This is already your address.",
    bad_address_link:
      "That link has already been used or is too old, or the address already has an account. Request the change again on the Security page.",
    wrong_or_unconfirmed: `Wrong email or password, or the address has not been confirmed yet. If only the confirmation is missing, we have just sent you an email: follow the link in it, then sign in. ${MAIL_LIMIT}`,
    bad_token: "That link has already been used or is too old. Request a new one.",
    bad_hash: "Enter a valid transaction hash (64 letters and digits) or your wallet’s link to it.",
    too_many_hashes: "You have entered too many transactions. Try again in an hour.",
    too_many_invoices_today:
      "You have opened too many invoices today. Pay one that is open, or try again tomorrow.",
    too_many_invoices_here:
      "Too many invoices from your network are unpaid. Pay one that is open, or ask the owner of this service.",
    no_amount_free:
      "No invoice can be opened because every unique payment amount is in use. Ask the owner of this service to add a receiving address.",
    too_many_keys:
      "Too many old keys still work. Wait until one of them stops working, or choose “immediately” to revoke them all now.",
    balance_too_small: "Your balance does not cover the price of this plan.",
    balance_changed:
      "Your balance has changed since you opened the page, so nothing was bought. The changes are listed below.",
    no_such_plan: "That plan is not on sale.",
    price_changed:
      "The plan or its price has changed, and nothing was bought. These are the current prices.",
    cannot_reveal:
      "This key can no longer be shown, but it still works. If you need to see your key, replace this one.",
    bad_origin: "is not a valid site. Use the form https://www.example.com. Nothing was saved.",
    too_many_origins: `At most ${MAX_ORIGINS} sites can be allowed. Nothing was saved.`,
    webhook_added: "Endpoint added. Save its secret now: it is shown only once.",
    webhook_removed: "Endpoint removed.",
    webhook_rotated: "Save the new secret now: it is shown only once. The old one works for a day.",
    webhook_on: "The endpoint is on again and is receiving the queued webhooks.",
    webhook_accepted: "Sent, and your server accepted it.",
    webhook_not_url:
      "Enter a full URL such as https://www.example.com/tableside. Nothing was added.",
    webhook_not_https: "The URL must begin with https://. Nothing was added.",
    webhook_not_bare:
      "Remove the user name, the password and the part after # from the URL. Nothing was added.",
    webhook_too_long: `The URL can have at most ${MAX_ENDPOINT_URL_LENGTH} characters. Nothing was added.`,
    webhook_private:
      "This service does not call localhost or private networks. Enter a public URL. Nothing was added.",
    no_webhook_choice: "Choose at least one game and one event. Nothing was added.",
    too_many_webhooks: "You already have the maximum number of endpoints. Remove one first.",
    webhook_needs_key: "Get a key first: it comes with a plan.",
    webhook_not_accepted:
      "Sent, but your server did not accept it. For the reason, see “Latest calls”.",
    webhook_not_sent: "That webhook can no longer be sent. Read the round from the API.",
    slow_down: "Too many attempts. Wait a few minutes, then try again.",
    busy: "Too many people are signing in at once. Try again in a moment.",
  },
  unmailed: (contact: string) =>
    `This service does not send emails. To get the link, ask its owner${contact && ` at ${contact}`}.`,
  noScript: "To see the payment’s progress, reload this page or turn on JavaScript.",
  copy: { copy: "Copy", copied: "Copied", selected: "Selected" },
  email: "Email",
  password: "Password",
  newPassword: "New password",
  passwordHint: `At least ${MIN_PASSWORD_LENGTH} characters.`,
  signIn: {
    title: "Sign in",
    forgot: "Forgot your password?",
  },
  signInCode: {
    title: "Enter your code",
    lead: "Your password is correct. Open your authenticator app and enter the six digits it shows for Tableside.",
    recovery: "Use a recovery code",
    recoveryLead: "Each one works once.",
    lost: "If you have neither the app nor a recovery code, ask the owner of this service to switch your codes off.",
  },
  code: "Code from the app",
  recoveryCode: "Recovery code",
  eitherCode: "Code from the app, or a recovery code",
  register: {
    title: "Create an account",
    lead: "It costs nothing, and you can try the tables on your own machine right away.",
    submit: "Create account",
    signIn: "I have an account",
  },
  forgot: {
    title: "Reset your password",
    lead: `Enter your email address to get a link, which works for ${RESET_LINK_MINUTES} minutes.`,
    submit: "Request the link",
  },
  reset: { title: "Choose a new password", submit: "Set password" },
  confirm: {
    title: "Enter your password",
    lead: `Enter your password again to change keys, webhook secrets, sites or sign-in settings. Nothing has changed yet. We will not ask for it again for ${RECENT_PASSWORD_MINUTES} minutes.`,
    submit: "Continue",
  },
  dashboard: {
    title: "Dashboard",
    suspended: {
      title: "This account is suspended",
      since: (date: string) =>
        `Your keys stopped working on ${date}: your tables show 401 “key_suspended”. Nothing has been deleted, but your plan’s days keep counting down.`,
      act: (email: string) =>
        `Ask the owner of this service why, and how to have the suspension lifted. Mention your account, ${email}. Paying does not lift it.`,
      reply: "You can reply to any email from this service.",
    },
    status: {
      title: "Subscription",
      none: "Not subscribed",
      active: (days: number) => `${days} days left`,
      lastDay: "Ends within a day",
      over: "Expired",
      until: (date: string) => `Active until ${date}.`,
      since: (date: string) => `It ended on ${date}. Your tables show “Expired” until you renew.`,
      renew: "Renew",
      subscribe: "Choose a plan",
      sameKey: "Renewing extends your plan, and your key stays the same.",
      opensAgain: "Once you renew, the tables open again with the same key.",
    },
    key: {
      title: "Your key",
      lead: "Anyone who opens your page can read the key, so list the sites that can use it. Keep it in your server’s configuration, not in source control, so that you can replace it at any time.",
      reveal: "Reveal",
      retires: (date: string) => `stops working ${date}`,
      lastUsed: (date: string) => `last used ${date}`,
      neverUsed: "not used yet",
      rotate: "Replace the key",
      rotateLead: "You get a new key, and the current one still works while you deploy it.",
      overlap: "The current key stops working",
      overlaps: { "0": "immediately", "1": "in an hour", "24": "in a day", "168": "in a week" },
      rotateSubmit: "Replace",
    },
    sites: {
      title: "Allowed sites",
      lead: "Only these sites can embed your tables. Browsers enforce this.",
      any: "The list is empty, so any site that copies your key can embed your tables.",
      label: "One site per line",
      hint: "For example, https://www.example.com, https://*.example.com or http://localhost:*",
      save: "Save",
    },
    embed: {
      title: "Embed",
      lead: "Paste the tag into your page.",
      docs: "Other games, languages and looks",
      testKeyNote:
        "This tag contains the public test key, which works on localhost only. Your own key replaces it once you have one.",
      maskedNote: "Reveal your key to include it in the tag.",
      elementLead: "The element works inside your page, without a frame or a key.",
    },
    usage: {
      title: "Last 30 days",
      lead: "A load is a table that was opened with your key. New loads appear after a few seconds.",
      loads: counted({ one: "# load", other: "# loads" }),
      chart: "Loads per day",
      loadsHead: "Loads",
      refusedHead: "Refused",
      reasons: {
        expired: "Subscription ended",
        revoked: "Key revoked",
        maintenance: "Maintenance",
        site: "Site not on your list",
      } as Record<string, string>,
      most: counted({ one: "Highest: # a day", other: "Highest: # a day" }),
    },
  },
  webhooks,
  prices,
  plans,
  invoice,
  payments,
  security: {
    title: "Security",
    sessions: "Where you are signed in",
    sessionsLead: "If you do not recognise a session, sign it out and change your password.",
    thisOne: "This browser",
    since: (date: string) => `since ${date}`,
    end: "Sign out",
    endOthers: "Sign out all others",
    password: "Password",
    current: "Current password",
    change: "Change password",
    secondFactor: {
      title: "Sign-in codes",
      off: "An authenticator app on your phone shows a new code every 30 seconds. With codes on, someone who learns your password cannot sign in without your phone.",
      on: counted({
        one: "You need a code from your app to sign in. You have # recovery code left.",
        other: "You need a code from your app to sign in. You have # recovery codes left.",
      }),
      renew: "New recovery codes",
      renewLead: "You get new ones, and the old ones stop working.",
      switchOff: "Switch codes off",
      switchOffLead: "You will then sign in with your password alone.",
    },
    address: {
      title: "Email address",
      lead: "We send an email to your current address, then to the new one. The address changes once you have confirmed the change from both.",
      label: "New address",
      submit: "Change address",
    },
    delete: "Delete the account",
    deleteLead:
      "Your keys stop working immediately, and nothing is refunded. Payment records are kept for accounting purposes.",
    deleteSubmit: "Delete permanently",
  },
  twoFactor: {
    title: "Set up codes",
    scan: "Scan this with an authenticator app, such as Google Authenticator, 1Password or Aegis.",
    qr: "The secret as a QR code",
    secret: "Or type this secret into the app",
    confirm: "Then type the code the app shows. Until you do, nothing changes.",
    codeHint: "Six digits.",
    submit: "Switch codes on",
    back: "Cancel",
  },
  addressQuestion: {
    title: "Change your email address",
    old: (email: string) =>
      `Should your Tableside account move from this address to ${email}? Confirm only if you asked for it.`,
    new: (email: string) =>
      `Should a Tableside account use ${email} from now on? Confirm only if you asked for it.`,
    agree: "Confirm",
  },
  recoveryCodes: {
    title: "Your recovery codes",
    lead: "Each one signs you in once if you do not have your phone. Print them or write them down, and keep them away from your password.",
    done: "I have saved them",
  },
  emails,
};
