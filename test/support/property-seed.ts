import fc from "fast-check";

/** The same cases each time, so a failure is the current change's; `TABLESIDE_PROPERTY_SEED=5` searches for others. */
fc.configureGlobal({ seed: Number(process.env["TABLESIDE_PROPERTY_SEED"] ?? 1) });
