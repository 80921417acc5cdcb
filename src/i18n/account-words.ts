import type { NoticeCode } from "../account/notices.ts";
import type { Theme } from "../look/themes.ts";

/** The words of the account pages and mails in one language. Functions insert values. */
export interface AccountWords {
  lang: string;
  otherLang: { tag: string; name: string };
  skip: string;
  nav: Record<"dashboard" | "webhooks" | "plans" | "payments" | "security" | "signOut", string> & {
    label: string;
  };
  docs: string;
  footer: string;
  /** Notices by code. A notice that ends in a colon is followed by what was typed. */
  notices: Record<NoticeCode, string>;
  noScript: string;
  copy: { copy: string; copied: string; selected: string };
  email: string;
  password: string;
  newPassword: string;
  passwordHint: string;
  signIn: { title: string; submit: string; forgot: string; register: string };
  /** Where the code is asked for after the password. */
  signInCode: Record<"title" | "lead" | "submit" | "recovery" | "recoveryLead" | "lost", string>;
  /** A code of an app, and one of the recovery codes. */
  code: string;
  recoveryCode: string;
  eitherCode: string;
  register: {
    title: string;
    lead: string;
    chosen(plan: string): string;
    submit: string;
    signIn: string;
  };
  forgot: { title: string; lead: string; submit: string };
  reset: { title: string; submit: string };
  /** Where the password is asked again. */
  confirm: Record<"title" | "lead" | "submit" | "back", string>;
  dashboard: {
    title: string;
    /** What stands above all else while the account is suspended. */
    suspended: { title: string; since(date: string): string; act(email: string): string };
    status: {
      title: string;
      none: string;
      active(days: number): string;
      lastDay: string;
      over: string;
      until(date: string): string;
      since(date: string): string;
      renew: string;
      subscribe: string;
      sameKey: string;
      opensAgain: string;
    };
    trial: { title: string; lead: string; start: string };
    key: {
      title: string;
      lead: string;
      reveal: string;
      retires(date: string): string;
      lastUsed(date: string): string;
      neverUsed: string;
      /** That any site may use it. */
      open: string;
      toSites: string;
      rotate: string;
      rotateLead: string;
      overlap: string;
      overlaps: Record<"0" | "1" | "24" | "168", string>;
      rotateSubmit: string;
    };
    sites: {
      title: string;
      lead: string;
      any: string;
      label: string;
      hint: string;
      save: string;
      test: string;
      testLabel: string;
      allowed(page: string): string;
      refused(page: string): string;
      noPage(page: string): string;
    };
    embed: {
      title: string;
      lead: string;
      maskedNote: string;
      game: string;
      lobby: string;
      language: string;
      viewers: string;
      theme: string;
      themes: Record<Theme, string>;
      accent: string;
      accentHint: string;
      sound: string;
      noHands: string;
      show: string;
      preview: string;
      snippet: string;
      element: string;
      elementLead: string;
      lobbyElementLead: string;
    };
    usage: {
      title: string;
      lead: string;
      loads(count: number): string;
      chart: string;
      day: string;
      loadsHead: string;
      refusedHead: string;
      refusals: string;
      reasons: Record<string, string>;
      noRefusals: string;
      sites: string;
      otherSites: string;
      /** What stands together as other sites, and how to see one by itself. */
      otherMeans: string;
      siteHead: string;
      requestsHead: string;
      /** The highest bar of the chart. */
      most(count: number): string;
      noSites: string;
      table: string;
    };
  };
  webhooks: {
    title: string;
    lead: string;
    docs: string;
    needsKey: string;
    add: string;
    url: string;
    urlHint: string;
    games: string;
    events: string;
    eventNames: Record<string, string>;
    submit: string;
    states: Record<"on" | "failing" | "off" | "resting", string>;
    since(date: string): string;
    offReasons: Record<"failed" | "gone", string>;
    secret: string;
    secretOnce: string;
    oldSecret(date: string): string;
    rotate: string;
    rotateLead: string;
    test: string;
    on: string;
    remove: string;
    removeLead: string;
    calls: string;
    noCalls: string;
    again: string;
    heads: Record<"date" | "what" | "answer" | "took", string>;
    faults: Record<string, string>;
  };
  /** For those who have no account. */
  prices: { title: string; buys: string; register: string; signIn: string; link: string };
  plans: {
    title: string;
    lead: string;
    notSelling: string;
    /** For how long, unless its name says so, and what that is a day. */
    terms(plan: string, days: number, priceOfDay: string): string;
    /** A plan as its buyer is told of it. */
    nameOf(plan: string): string;
    choose(plan: string): string;
    adds(date: string): string;
    /** From when until when a plan runs; `now`: where that begins once it is paid. */
    runs: Record<"now" | "next", (from: string, until: string) => string>;
    /** What paying a plan takes, before it is known to the unit. */
    due(atMost: string): string;
    dueBeside(fromBalance: string, atMost: string): string;
    open: string;
    openItem(plan: string): string;
    /** @param plan the one bought last. */
    renews(plan: string, price: string): string;
    retired(plan: string): string;
    pay(amount: string): string;
    cancel(plan: string): string;
    salt: string;
    /** Said to buyers of rounds that the secret alone decides, and of those that a beacon decides too. */
    entropy: { seed: string; drand: string };
    balance(amount: string): string;
    fromBalance(plan: string): string;
  };
  invoice: {
    title(plan: string): string;
    lead: string;
    /** What the amount is made of, each before a sum. */
    sum: Record<"price" | "fromBalance" | "less" | "total", string>;
    amount: string;
    exactly: string;
    /** What becomes of a payment that is not exactly what is asked. */
    otherwise: {
      title: string;
      less: string;
      more: Readonly<Record<"balance" | "days", string>>;
      twice: string;
      /** @param closes until when a late one counts all the same. */
      late(closes: string): string;
      later: Readonly<Record<"credit" | "review", string>>;
      /** @param most by how many USDT it may be off. */
      unlike(most: string): string;
      elsewhere: string;
    };
    address: string;
    network: string;
    networkOnly: string;
    qr: string;
    validFor: string;
    validUntil(date: string): string;
    grace(date: string): string;
    expired: string;
    cancel: string;
    cancelLead: string;
    cancelled: string;
    paidAgain: string;
    paidAgainLead: string;
    hash: string;
    hashHint: string;
    submit: string;
    status: string;
    nothingYet: string;
    paid: string;
    toKey: string;
    /** The sums that arrived, were asked for and are missing. */
    receipt: Record<
      "title" | "number" | "paid" | "plan" | "customer" | "seller" | "print",
      string
    > & {
      fromBalance(amount: string): string;
      allFromBalance(amount: string): string;
      toBalance(amount: string): string;
    };
    rest(arrived: string, asked: string, missing: string): string;
    toRest: string;
    /** How far a payment has come: the screen's headings, its three steps, and what is told of it. */
    progress: Record<
      | "undone"
      | "waiting"
      | "seen"
      | "credited"
      | "lastNews"
      | "arrived"
      | "runsUntil"
      | "explorer"
      | "again"
      | "other",
      string
    > & {
      heads: Record<"waiting" | "block" | "kept" | "review", string>;
      /** @param block its number; null: not known. */
      inBlock(block: string | null): string;
      /** # stands for how many there are out of as many as are needed. */
      confirmed(needed: number): string;
      soon(needed: number): string;
      /** Where the last step ended. */
      ends: Record<"credited" | "kept" | "review", string>;
    };
    states: Record<"waiting" | "seen" | "paid" | "review" | "rejected", string>;
    reasons: Record<string, string>;
  };
  payments: {
    title: string;
    none: string;
    pending: string;
    pendingLead: string;
    toInvoice(plan: string): string;
    credited: string;
    balance: string;
    balanceLead(amount: string): string;
    /** What became of a balance, by the kind of the entry. */
    kinds: Record<string, string>;
    invoices: string;
    invoiceStates: Record<
      "open" | "grace" | "review" | "paid" | "rest" | "cancelled" | "expired",
      string
    >;
    csv: string;
    heads: Record<
      "number" | "date" | "plan" | "amount" | "period" | "state" | "transaction",
      string
    >;
  };
  security: {
    title: string;
    sessions: string;
    sessionsLead: string;
    thisOne: string;
    since(date: string): string;
    end: string;
    endOthers: string;
    password: string;
    current: string;
    change: string;
    secondFactor: {
      title: string;
      off: string;
      setUp: string;
      on(codesLeft: number): string;
      renew: string;
      renewLead: string;
      switchOff: string;
      switchOffLead: string;
    };
    address: Record<"title" | "lead" | "label" | "submit", string>;
    audit: string;
    auditLead: string;
    actions: Record<string, string>;
    delete: string;
    deleteLead: string;
    deleteSubmit: string;
  };
  twoFactor: Record<
    "title" | "scan" | "qr" | "secret" | "confirm" | "codeHint" | "submit" | "back",
    string
  >;
  /** What each mailbox is asked when an account is to move. */
  addressQuestion: Record<"title" | "agree", string> &
    Record<"old" | "new", (email: string) => string>;
  recoveryCodes: { title: string; lead: string; done: string };
  /** Mails by kind. `date` includes the time zone, `days` is how many days are left. */
  mails: Record<"verify" | "reset" | "taken", (link: string) => MailWords> & {
    ends(link: string, date: string, days: number): MailWords;
    ended(link: string, date: string): MailWords;
    /** By why the endpoint `url` was switched off. */
    webhookOff: Record<"failed" | "gone", (link: string, url: string) => MailWords>;
    /** Asks the mailboxes, and tells the old one that it is done. */
    address: Record<"old" | "new", (link: string, email: string) => MailWords> & {
      moved(link: string, date: string): MailWords;
      movedByOwner(link: string, date: string): MailWords;
    };
    /** What happened to an account, by the action in its audit log. `link` leads to where it can be undone. */
    news: Record<
      | "password_changed"
      | "password_reset"
      | "second_factor_on"
      | "second_factor_off"
      | "codes_locked"
      | "address_changed"
      | "address_moved",
      (link: string, date: string) => MailWords
    > & {
      /** `sites` one a line; empty means any site. */
      origins_changed(link: string, date: string, sites: string): MailWords;
      /** `from` is an address, and a browser if it is known. */
      signed_in_elsewhere(link: string, date: string, from: string): MailWords;
      recovery_code_used(link: string, date: string, from: string): MailWords;
      payment_seen(link: string, date: string, hash: string): MailWords;
      payment_in_review(link: string, date: string, hash: string): MailWords;
      payment_dismissed(link: string, date: string, hash: string): MailWords;
      payment_credited(link: string, date: string, amount: string): MailWords;
      payment_withdrawn(link: string, date: string, amount: string): MailWords;
      balance_credited(link: string, date: string, amount: string): MailWords;
      balance_refunded(link: string, date: string, amount: string): MailWords;
    };
  };
}

/** The plain text of a mail. */
export interface MailWords {
  subject: string;
  text: string;
}
