/** A payment method that the payer chooses from. */
export type MethodName = 'upi' | 'saved-cards' | 'card' | 'net-banking'

const STORAGE_KEY = 'galla-last-method'
const NAMES: readonly string[] = ['upi', 'saved-cards', 'card', 'net-banking'] satisfies MethodName[]

/** The method of a payment mode: `UPI_QR` is `upi`. Undefined for a mode that no method has. */
export function methodOf(paymentModeType: string): MethodName | undefined {
  if (/^(?:UPI|PPE)_/.test(paymentModeType)) return 'upi'
  if (paymentModeType === 'TOKEN') return 'saved-cards'
  if (paymentModeType === 'CARD') return 'card'
  return paymentModeType === 'NET_BANKING' ? 'net-banking' : undefined
}

/**
 * Remembers on this device how the payer paid, to open that method first the next time: one of four words and nothing about the
 * account, the card or the bank. Does nothing where storage is denied.
 */
export function rememberMethod(paymentModeType: string): void {
  const name = methodOf(paymentModeType)
  try {
    if (name) localStorage.setItem(STORAGE_KEY, name)
  } catch {
    // Storage is denied.
  }
}

/** The method that was remembered on this device; undefined when there is none or storage is denied. */
export function lastMethod(): MethodName | undefined {
  try {
    const stored = localStorage.getItem(STORAGE_KEY) ?? ''
    return NAMES.includes(stored) ? (stored as MethodName) : undefined
  } catch {
    return undefined
  }
}
