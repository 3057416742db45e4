/** A payment method that the payer chooses from. */
export type MethodName = 'upi' | 'saved-cards' | 'card' | 'net-banking'

const STORAGE_KEY = 'galla-last-method'
const CHOSEN_KEY = 'galla-chosen-method'
const NAMES: readonly string[] = ['upi', 'saved-cards', 'card', 'net-banking'] satisfies MethodName[]

/** The method of a payment mode: `UPI_QR` is `upi`. Undefined for a mode that no method has. */
export function methodOf(paymentModeType: string): MethodName | undefined {
  if (/^(?:UPI|PPE)_/.test(paymentModeType)) return 'upi'
  if (paymentModeType === 'TOKEN') return 'saved-cards'
  if (paymentModeType === 'CARD') return 'card'
  return paymentModeType === 'NET_BANKING' ? 'net-banking' : undefined
}

/**
 * Stores the payer's payment method on this device, to open that method first the next time. Stores one of four words, and nothing about
 * the account, the card or the bank. If the browser denies storage, the function does nothing.
 */
export function rememberMethod(paymentModeType: string): void {
  store(STORAGE_KEY, methodOf(paymentModeType))
}

/** Notes the method of a payment that was accepted and may still fail, on another page of this device. */
export function chooseMethod(paymentModeType: string): void {
  store(CHOSEN_KEY, methodOf(paymentModeType))
}

/** The payment is done: the method that was chosen is the one to open the next time. */
export function rememberChosenMethod(): void {
  store(STORAGE_KEY, stored(CHOSEN_KEY))
}

/** The method that this device has stored; undefined without a stored method, or when the browser denies storage. */
export function lastMethod(): MethodName | undefined {
  return stored(STORAGE_KEY)
}

function store(key: string, name: MethodName | undefined): void {
  try {
    if (name) localStorage.setItem(key, name)
  } catch {
    // Storage is denied.
  }
}

function stored(key: string): MethodName | undefined {
  try {
    const name = localStorage.getItem(key) ?? ''
    return NAMES.includes(name) ? (name as MethodName) : undefined
  } catch {
    return undefined
  }
}
