/** A section of the docs as the search knows it. */
export interface FoundSection {
  /** Its address. */
  readonly id: string;
  /** The title of its page. */
  readonly page: string;
  readonly heading: string;
  readonly text: string;
  /** What it explains by its exact name. */
  readonly codes: readonly string[];
}
