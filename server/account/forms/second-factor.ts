import type { CodeFault, RecoveryCodes } from "../auth/second-factors.ts";
import type { PortalContext } from "../portal-context.ts";
import { goTo } from "../portal-request.ts";
import type { PortalAnswer, Redirect, SignedInRequest } from "../portal-request.ts";

/*
 * The forms of the second factor. The password is asked for first; whoever has it and not the factor
 * can neither switch it off nor get recovery codes.
 */

const SET_UP = "/account/two-factor/";
const SECTION = "/account/security/#second-factor";

/** Makes a secret, and shows it on the next page. */
export async function setUp(
  { factors }: PortalContext,
  { who }: SignedInRequest,
): Promise<Redirect> {
  await factors.begin(who);
  return goTo(SET_UP);
}

/** Switches the second factor on with its first code, and shows the recovery codes this once. */
export async function switchOn(
  { factors }: PortalContext,
  request: SignedInRequest,
): Promise<PortalAnswer> {
  const outcome = await factors.switchOn(request.who, request.field("code"));
  return shown(outcome, SET_UP, "second_factor_on");
}

/** Shows ten new recovery codes this once; the old ones are worth nothing then. */
export async function renewCodes(
  { factors }: PortalContext,
  request: SignedInRequest,
): Promise<PortalAnswer> {
  const outcome = await factors.renewCodes(request.who, request.field("code"));
  return shown(outcome, SECTION, "recovery_codes_renewed");
}

/** Switches the second factor off. */
export async function switchOff(
  { factors }: PortalContext,
  request: SignedInRequest,
): Promise<Redirect> {
  const fault: CodeFault | undefined = await factors.switchOff(request.who, request.field("code"));
  return goTo(SECTION, fault ?? "second_factor_off");
}

/** The codes stand in the answer alone: no cookie carries them, and no other page shows them. */
function shown(
  outcome: RecoveryCodes,
  otherwise: string,
  code: "second_factor_on" | "recovery_codes_renewed",
): PortalAnswer {
  return outcome.fault === undefined
    ? {
        page: { name: "recovery-codes", data: { codes: outcome.codes } },
        path: "/account/recovery-codes/",
        notice: { code },
      }
    : goTo(otherwise, outcome.fault);
}
