/** A section of the docs in the search index. */
export interface FoundSection {
  readonly id: string;
  readonly page: string;
  readonly heading: string;
  readonly text: string;
  readonly code: string;
  /** A factor of its rank: high for integrators' pages, who search most, and low for contributors' pages. */
  readonly weight: number;
  /** The codes that it explains, such as names of settings. */
  readonly codes: readonly string[];
}
