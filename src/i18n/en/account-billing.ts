import { MAX_LATE_DAYS } from "../../wire/account-limits.ts";

export const prices = {
  title: "Prices",
  buys: "A key opens Dragon Tiger, Baccarat, Big Six Ball and the lobby in frames on the sites you list, until your plan ends. Renewing keeps the same key. The JSON API and the element do not need a key.",
  link: "See the prices",
};

export const plans = {
  title: "Plans",
  lead: "All three tables, as many viewers and sites as you like. Pay in USDT over TRC20, with no long-term commitment.",
  notSelling:
    "This service is not taking payments right now. Ask its owner to add days to your account.",
  terms: (plan: string, days: number, priceOfDay: string) => {
    const [length, rate] = [days === 1 ? "1 day" : `${days} days`, `${priceOfDay} USDT a day`];
    return plan === length ? rate : `${length}, ${rate}`;
  },
  nameOf: (plan: string) => plan,
  choose: (plan: string) => `Choose ${plan}`,
  adds: (date: string) => `What you buy now starts on ${date}, when your current plan ends.`,
  runs: {
    now: (from: string, until: string) => `If you pay now, it runs from ${from} until ${until}.`,
    next: (from: string, until: string) => `It runs from ${from} until ${until}.`,
  },
  open: "Waiting for your payment",
  openItem: (plan: string) => `${plan}, not yet paid`,
  pay: (amount: string) => `Pay ${amount} USDT`,
  salt: "Each invoice is up to one cent below the price, because its exact decimals identify your payment. Fees charged by your wallet or exchange are extra.",
  entropy: {
    seed: "The service’s secret alone determines the rounds. The service cannot change a result, but it could know all results in advance.",
    drand:
      "The service’s secret and a public beacon together determine each round. The beacon does not exist while bets are open, so no one knows a result in advance.",
  },
  balance: (amount: string) => `Your balance is ${amount} USDT. It counts towards your next plan.`,
  fromBalance: (plan: string) => `Pay for ${plan} from your balance`,
};

export const invoice = {
  title: (plan: string) => `Pay for ${plan}`,
  lead: "Send exactly this amount to this address. This page updates when it arrives.",
  sum: {
    price: "Price",
    fromBalance: "From your balance",
    less: "Discount that identifies your payment",
    total: "Total to send",
  },
  exactly:
    "Every decimal counts, because the decimals identify your payment. Fees charged by your wallet or exchange are extra: this amount must arrive.",
  otherwise: {
    title: "What if I send a different amount, or pay late?",
    less: "Too little: it goes to your balance, and your next invoice asks only for the rest.",
    more: "Too much: you get the plan, and the rest goes to your balance.",
    twice: "Twice: the second payment goes to your balance.",
    late: (closes: string) => `Late: the payment still counts until ${closes}.`,
    later: `Up to ${MAX_LATE_DAYS} days later: the payment buys the plan at that day’s price, or goes to your balance if it is too small. After that, the owner of this service decides.`,
    unlike: (most: string) =>
      `Rounded to cents, or off by more than ${most} USDT: the owner of this service has to review it.`,
    elsewhere: "Over another network, or in another coin: the payment does not count, and is lost.",
  },
  address: "Address",
  network: "Network",
  networkOnly: "TRON (TRC20) only. Anything sent over another network is lost.",
  qr: "The address as a QR code",
  validFor: "Time left",
  validUntil: (date: string) => `Pay before ${date}.`,
  grace: (date: string) =>
    `The time is up. A payment you have already sent is accepted until ${date}.`,
  expired:
    "This invoice has expired. Do not pay it. If you have paid it already, enter the transaction below. Otherwise, choose a plan again.",
  replaced:
    "A newer invoice has replaced this one. Do not pay it. If you have paid it already, enter the transaction below.",
  paidAgain: "I paid it twice",
  paidAgainLead: "Enter the other transaction. Nothing is lost, and we will check it.",
  hash: "Transaction hash (optional)",
  hashHint:
    "To speed this up, enter the transaction: 64 letters and digits, or your wallet’s link to it.",
  submit: "Check payment",
  status: "Your payment",
  nothingYet:
    "Nothing has arrived yet. Once you have sent the money, we will find it automatically, usually within minutes. You can close this page.",
  paid: "Paid. Your subscription is active.",
  toKey: "Go to your key",
  receipt: {
    title: "Receipt",
    paid: "Paid",
    customer: "Customer",
    seller: "Seller",
    print: "Print",
    fromBalance: (amount: string) => `and ${amount} USDT from the balance`,
    allFromBalance: (amount: string) => `${amount} USDT from the balance`,
    toBalance: (amount: string) => `of which ${amount} USDT went to the balance`,
  },
  toRest: "Pay the rest",
  progress: {
    heads: {
      waiting: "Your payment needs to be confirmed again",
      block: "Your payment is being confirmed",
      kept: "Your payment has arrived",
      review: "Your payment has arrived",
    },
    undone:
      "The network has rolled back the block that contained your payment, which happens occasionally. Usually, the payment enters another block by itself, so you do not need to do anything yet. Send it again only if the money returns to your wallet.",
    waiting: "Not in a block right now",
    seen: "Detected",
    inBlock: (block: string | null) => (block === null ? "In a block" : `In block ${block}`),
    confirmed: (needed: number) => `# of ${needed} confirmations`,
    soon: (needed: number) => `It counts after ${needed} blocks confirm it, in about a minute.`,
    ends: { credited: "Credited", kept: "In your balance", review: "We are checking your payment" },
    lastNews: "Last update from the network:",
    arrived: "Arrived",
    runsUntil: "Plan runs until",
    explorer: "View on the block explorer",
    again: "Amount and address",
    other: "Enter another transaction",
  },
  states: {
    waiting: "We are looking for your payment. The network does not show it yet.",
    seen: "Your payment is in a block. It counts after a few more blocks confirm it, in about a minute.",
    paid: "Confirmed. ",
    review: "Your payment has arrived, and we are checking it: ",
    rejected: "This does not pay the invoice: ",
  },
  reasons: {
    amount_mismatch: "the amount is not what the invoice asked for.",
    too_old: "it is older than the invoice.",
    invoice_expired: "it arrived after the invoice expired.",
    tx_failed: "the transaction failed.",
    no_usdt_transfer: "it does not transfer USDT.",
    other_recipient: "it went to a different address.",
    other_invoice: "the amount is not what the invoice asked for.",
    own_invoice: "It paid another invoice of yours, which asked for exactly this amount.",
    too_little:
      "Your payment was less than the invoice asked for. It is in your balance; pay the rest.",
    too_much:
      "It was more than the invoice asked for. The difference was added to your balance or converted to days.",
    twice: "The invoice had already been paid, so this payment is in your balance.",
    late: "It came too late to buy the plan at that price, and is in your balance.",
    duplicate_hash: "this transaction has already been used.",
    not_found: "the network does not know this transaction. You can enter it again.",
    dismissed: "it was reviewed and not accepted. Ask the owner of this service.",
    account_deleted: "the account has been deleted.",
  } as Record<string, string>,
};

export const payments = {
  title: "Payments",
  none: "There are no payments yet.",
  toInvoice: (plan: string) => `Invoice for ${plan}`,
  balance: "Balance",
  balanceLead: (amount: string) =>
    `You have ${amount} USDT. It counts towards your next plan. To have it sent back, ask the owner of this service.`,
  kinds: {
    too_little: "Less than asked",
    too_much: "More than asked",
    twice: "Paid twice",
    late: "Paid late",
    spent: "Spent on a plan",
    refunded: "Sent back",
  } as Record<string, string>,
  invoices: "Invoices",
  invoiceStates: {
    open: "Waiting for your payment",
    grace: "Time is up; a payment already sent is accepted",
    review: "We are checking your payment",
    paid: "Paid",
    closed: "Closed",
    expired: "Expired",
  },
  csv: "Download as CSV",
  heads: {
    number: "Number",
    date: "Date",
    plan: "Plan",
    amount: "Amount",
    period: "Period",
    state: "Status",
    transaction: "Transaction",
  },
};
