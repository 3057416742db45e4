/** Shape of a UPI ID: a name, an at sign, the bank's or app's handle. Whether it exists, only the provider knows. */
export function isVpa(text: string): boolean {
  return /^[A-Za-z0-9._-]{2,256}@[A-Za-z][A-Za-z0-9.-]{1,63}$/.test(text)
}
