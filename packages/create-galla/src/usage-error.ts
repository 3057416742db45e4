/** Ends a command: the message tells a person what to do. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}
