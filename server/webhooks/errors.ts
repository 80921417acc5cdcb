/** No endpoint has this id. */
export class UnknownEndpoint extends Error {
  override readonly name = "UnknownEndpoint";
}
