/**
 * The UPI id that most Indian mobile numbers have, for a number that the merchant filled in ahead; a number of another country has
 * none.
 */
export function suggestedVpa(phoneNumber: string | undefined): string | undefined {
  const digits = /^(?:\+91)?([6-9]\d{9})$/.exec(phoneNumber ?? '')?.[1]
  return digits && `${digits}@ybl`
}
