import { startSandbox } from "tableside-sandbox";
import { afterAll } from "vitest";

// Each test file has a sandbox of its own, so that files can run at once.
const sandbox = await startSandbox({ script: { rate: 0 } });
process.env.SANDBOX_CONTROL = sandbox.controlUrl;
afterAll(() => sandbox.stop());
