import { runProgram } from "./command.ts";
import type { Command, CommandIo } from "./command.ts";
import {
  changeAccount,
  changeDays,
  changePlan,
  changePrice,
  changeUsers,
  moveAccount,
} from "./owner-changes.ts";
import { showList } from "./owner-lists.ts";

const USAGE = `Usage: npm run -s owner -- <command>

  invite EMAIL      prints a link that lets somebody into the back office, once and for a day; who was
                    there before begins anew, with another password and authenticator
  remove EMAIL      keeps somebody out of the back office from now on
  give ACCOUNT --days N --reason TEXT
                    gives an account days without a payment, and a key if it has none
  take ACCOUNT --days N --reason TEXT
                    takes days from the end of its plan
  price PLAN USDT --reason TEXT [--from TIME]
                    sets what a plan costs from now on, or from a time such as 2026-08-01T00:00Z
  add-plan NAME USDT --days N --reason TEXT
                    sells another plan from now on
  rename-plan PLAN NAME --reason TEXT
                    gives a plan another name; invoices keep the old one
  retire-plan PLAN --reason TEXT
                    sells a plan no more; its open invoices can be paid
  offer-plan PLAN --reason TEXT
                    sells a retired plan again
  move ACCOUNT NEW --reason TEXT
                    gives an account another e-mail address, for somebody who has lost the mailbox; ends
                    all of its sessions, and is mailed to both
  codes-off ACCOUNT --reason TEXT
                    switches the codes on sign-in off, for somebody who has lost phone and recovery codes
  suspend ACCOUNT --reason TEXT
                    lets its keys open nothing; it can still sign in and pay
  reinstate ACCOUNT --reason TEXT
                    ends that

These show, with --json or --csv for programs and spreadsheets:

  customers         who has an account, with plan and end, balance, keys, sites, use and last sign-in
  ending [--days N] whose plan ends within N days, 30 if it is not said, or has ended within as many
  plans             what is or was sold
  prices            what each plan costs, will cost and did cost
  people            who may open the back office, and who is invited
  revenue           what was spent on plans, by month and plan
  payments [TEXT]   what came in, and what became of it: the newest 1,000, or those with a hash,
                    sender, e-mail address or amount
  days [--days N]   what came in on each UTC day, and what became of it: of the last 31 days, or N
  differences       where the node's list of what came in and its receipts do not say the same
  acts              what was done here, by "payments" and in the back office: the newest 1,000. Nothing of it can be changed`;

export const ownerCommand: Command = { usage: USAGE, run };

async function run([command, ...args]: string[], io: CommandIo): Promise<void> {
  const nowMs = (io.now ?? Date.now)();
  switch (command) {
    case "give":
    case "take":
      return changeDays(command, args, io, nowMs);
    case "suspend":
    case "reinstate":
    case "codes-off":
      return changeAccount(command, args, io, nowMs);
    case "price":
      return changePrice(args, io, nowMs);
    case "add-plan":
    case "rename-plan":
    case "retire-plan":
    case "offer-plan":
      return changePlan(command, args, io, nowMs);
    case "move":
      return moveAccount(args, io, nowMs);
    case "invite":
    case "remove":
      return changeUsers(command, args, io, nowMs);
    default:
      return showList(command, args, io, nowMs);
  }
}

if (import.meta.main) {
  await runProgram(ownerCommand);
}
