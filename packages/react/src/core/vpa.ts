/** True when a text has the shape of a UPI ID, `name@handle`. Only the provider knows whether the ID exists. */
export function isVpa(text: string): boolean {
  return /^[A-Za-z0-9._-]{2,256}@[A-Za-z][A-Za-z0-9.-]{1,63}$/.test(text)
}
