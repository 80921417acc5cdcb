/** No endpoint has this id. Apart, since every command loads it. */
export class UnknownEndpoint extends Error {
  override readonly name = "UnknownEndpoint";
}
