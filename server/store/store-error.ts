import { StartError } from "../start-error.ts";

/** Why a database cannot be used. */
export type StoreFault = "busy" | "damaged" | "foreign" | "newer" | "refused" | "unreachable";

/** The database cannot be used; the message says why and what to do. Nothing was overwritten. */
export class StoreError extends StartError {
  override readonly name = "StoreError";
  readonly fault: StoreFault;

  constructor(fault: StoreFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.fault = fault;
  }
}
