import {
  CODES_LOCK_MINUTES,
  ENDPOINT_FAILING_DAYS,
  RESET_LINK_MINUTES,
} from "../../wire/account-limits.ts";

export const emails = {
  verify: (link: string) => ({
    subject: "Confirm your address",
    text: `Welcome to Tableside.\n\nFollow this link to confirm your address. It works for a day:\n${link}\n\nIf you did not create an account, ignore this email.`,
  }),
  reset: (link: string) => ({
    subject: "Choose a new password",
    text: `Follow this link to choose a new password for Tableside. It works once, within ${RESET_LINK_MINUTES} minutes:\n${link}\n\nIf you did not request it, ignore this email. Nothing has changed.`,
  }),
  taken: (link: string) => ({
    subject: "You already have an account",
    text: `Someone, perhaps you, tried to create a Tableside account with this address. The address already has an account. Sign in, or choose a new password here:\n${link}`,
  }),
  ends: (link: string, date: string, days: number) => ({
    subject: `Your subscription ends ${days === 1 ? "within a day" : `in ${days} days`}`,
    text: `Your Tableside subscription ends on ${date}. After that, your tables show “Expired” until you renew. If you renew now, the new term starts when this one ends:\n${link}`,
  }),
  ended: (link: string, date: string) => ({
    subject: "Your subscription has ended",
    text: `Your Tableside subscription ended on ${date}, and your tables show “Expired”. Once you renew, the same key works again:\n${link}`,
  }),
  webhookOff: {
    failed: (link: string, url: string) => ({
      subject: "A webhook endpoint was switched off",
      text: `This endpoint has not accepted any of your webhooks for ${ENDPOINT_FAILING_DAYS} days, so we have switched it off:\n${url}\n\nNo results are lost: you can read them all from the API. When the endpoint responds again, switch it on here:\n${link}`,
    }),
    gone: (link: string, url: string) => ({
      subject: "A webhook endpoint was switched off",
      text: `This endpoint responded with “410 Gone”, so we have switched it off:\n${url}\n\nIf that was a mistake, switch it on again here:\n${link}`,
    }),
  },
  address: {
    old: (link: string, email: string) => ({
      subject: "Move your account to another address?",
      text: `We were asked to move your Tableside account to this address:\n\n- ${email}\n\nIf that was you, confirm here. The link works for a day:\n${link}\n\nIf it was not you, someone knows your password. Do not confirm, and choose a new password.`,
    }),
    new: (link: string, email: string) => ({
      subject: "Confirm your new address",
      text: `Someone, perhaps you, asked to use this address, ${email}, for a Tableside account. If that was you, confirm here. The link works for a day:\n${link}\n\nIf it was not you, ignore this email. Nothing will change.`,
    }),
    moved: (link: string, date: string) => ({
      subject: "Your account has a new address",
      text: `Since ${date}, your Tableside account has used the address you confirmed. You can no longer sign in with this one, and it will receive no further emails. Sign in with the new address here:\n${link}\n\nIf that was not you, reply to this email.`,
    }),
  },
  news: {
    address_changed: (link: string, date: string) => ({
      subject: "Your account now uses this address",
      text: `Since ${date}, your Tableside account has used this address. The change was confirmed from both addresses. Every other browser was signed out.\n\nIf that was not you, choose a new password:\n${link}`,
    }),
    password_changed: (link: string, date: string) => ({
      subject: "Your password was changed",
      text: `The password of your Tableside account was changed on ${date}, and every other browser was signed out.\n\nIf that was not you, choose a new password immediately:\n${link}`,
    }),
    password_reset: (link: string, date: string) => ({
      subject: "Your password was changed",
      text: `A new password was set for your Tableside account on ${date}, with a link emailed to you, and every browser was signed out.\n\nIf that was not you, someone can read your mail. Secure your mailbox, then choose a new password:\n${link}`,
    }),
    second_factor_on: (link: string, date: string) => ({
      subject: "Sign-in codes were switched on",
      text: `On ${date}, sign-in codes were switched on for your Tableside account. You now need a code from an authenticator app to sign in.\n\nIf that was not you, choose a new password immediately, and reply to this email: without the code you cannot sign in.\n\nSecurity settings:\n${link}`,
    }),
    second_factor_off: (link: string, date: string) => ({
      subject: "Sign-in codes were switched off",
      text: `On ${date}, sign-in codes were switched off for your Tableside account. You now sign in with your password alone.\n\nIf that was not you, choose a new password immediately:\n${link}`,
    }),
    recovery_code_used: (link: string, date: string, from: string) => ({
      subject: "A recovery code was used",
      text: `Someone signed in to your Tableside account with your password and a recovery code on ${date}, from ${from}.\n\nIf that was not you, sign them out, choose a new password and get new recovery codes:\n${link}`,
    }),
    codes_locked: (link: string, date: string) => ({
      subject: "Too many wrong codes were entered",
      text: `Someone entered the correct password for your Tableside account, then too many wrong codes, the last on ${date}. No codes are accepted for ${CODES_LOCK_MINUTES} minutes after that.\n\nIf that was not you, someone else knows your password. Choose a new one immediately:\n${link}`,
    }),
    origins_changed: (link: string, date: string, sites: string) => ({
      subject: "Your allowed sites were changed",
      text: `On ${date}, the list of sites that can embed your tables was changed. ${sites === "" ? "Any site can embed them now." : `It is now:\n\n${sites}`}\n\nIf that was not you, change it back, and choose a new password:\n${link}`,
    }),
    signed_in_elsewhere: (link: string, date: string, from: string) => ({
      subject: "A new browser has signed in",
      text: `A new browser signed in to your Tableside account on ${date}, from ${from}.\n\nIf that was not you, sign it out and choose a new password:\n${link}`,
    }),
    payment_seen: (link: string, date: string, hash: string) => ({
      subject: "Your payment is on its way",
      text: `Your payment reached the network on ${date}, in this transaction:\n\n${hash}\n\nThe payment counts once its block is final, in about a minute. See its status:\n${link}`,
    }),
    payment_in_review: (link: string, date: string, hash: string) => ({
      subject: "Your payment is being checked",
      text: `Your payment arrived in this transaction, but does not match any of your invoices:\n\n${hash}\n\nOn ${date}, we notified the owner of the service, who will decide whether to credit it. You do not need to pay again. See the status of the payment and the reason:\n${link}`,
    }),
    payment_dismissed: (link: string, date: string, hash: string) => ({
      subject: "Your payment was reviewed and not accepted",
      text: `On ${date}, the owner of the service decided that this transaction does not pay for anything on your account:\n\n${hash}\n\nIf the payment was yours, reply to this email. See your payments:\n${link}`,
    }),
    payment_credited: (link: string, date: string, amount: string) => ({
      subject: "Your payment has been credited",
      text: `Thank you. Your payment of ${amount} USDT was credited on ${date}. Your dashboard shows your key and when it expires:\n${link}`,
    }),
    balance_credited: (link: string, date: string, amount: string) => ({
      subject: "Your payment is in your balance",
      text: `${amount} USDT arrived on ${date}: too little, too late, or after the invoice had already been paid. The money is in your balance, and counts towards your next plan. See your invoice and balance:\n${link}`,
    }),
    balance_refunded: (link: string, date: string, amount: string) => ({
      subject: "Money from your balance was sent back",
      text: `${amount} USDT of your balance was sent back to you on ${date}. See the transaction:\n${link}`,
    }),
  },
};
