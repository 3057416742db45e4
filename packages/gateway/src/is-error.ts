/** True for an error of any realm: one that a `vm` context, a test environment or a worker has thrown is no instance of this realm's `Error`. */
export const isError = (value: unknown): value is Error =>
  value instanceof Error || /^\[object (?:Error|DOMException)\]$/.test(Object.prototype.toString.call(value))
