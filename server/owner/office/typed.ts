/** What somebody typed into one form of a page, which stands in it again where it was refused. */
export interface KeptForm {
  /** Whether this is the form that was sent. */
  readonly isHere: boolean;
  /** What was typed into a field; empty where another form was sent, or none. */
  readonly value: (name: string) => string;
}

/** What was typed into whichever form of a page was sent. */
export interface Typed {
  /**
   * What was typed into one of the page's forms.
   *
   * @param acts what its buttons do.
   * @param about the hidden fields that tell it from others of its kind.
   */
  readonly into: (acts: readonly string[], about?: Readonly<Record<string, string>>) => KeptForm;
  /** Whether the page has the form that was sent: known once the page is made. */
  readonly isThere: () => boolean;
}

/** The id of the form that was sent. */
export const TYPED_ID = "typed";

/** What stands before an act where somebody is asked about it first, and where they go back from that. */
export const [TRY, BACK] = ["try-", "back-"];
const BEFORE_ACT = new RegExp(`^(${TRY}|${BACK})`);

/** What a form holds for the page that it was sent from. Its password and code are for no page. */
export function typedIn(form: URLSearchParams): Typed {
  const act = (form.get("do") ?? "").replace(BEFORE_ACT, "");
  let isThere = false;
  return {
    into: (acts, about = {}) => {
      const isHere =
        acts.includes(act) &&
        Object.entries(about).every(([name, value]) => form.get(name) === value);
      isThere ||= isHere;
      return { isHere, value: (name) => (isHere ? (form.get(name) ?? "") : "") };
    },
    isThere: () => isThere,
  };
}
