import { connectSandbox } from "tableside-sandbox";

// The one at SANDBOX_CONTROL, which setup.mjs sets; else the one you started by hand.
export const { state, command: tell } = connectSandbox();
