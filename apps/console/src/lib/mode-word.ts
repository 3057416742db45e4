const WORDS: { readonly [paymentMode: string]: string } = {
  UPI_QR: 'UPI QR',
  UPI_INTENT: 'UPI app',
  UPI_COLLECT: 'UPI collect',
  PPE_INTENT: 'UPI app, own link',
  CARD: 'Card',
  TOKEN: 'Saved card',
  NET_BANKING: 'Net banking',
}

/** A payment mode as people say it; one that is not known here as the wire has it. */
export const modeWord = (paymentMode: string): string => WORDS[paymentMode] ?? paymentMode

export const MODES: readonly string[] = Object.keys(WORDS)

const INSTRUMENTS: { readonly [instrument: string]: string } = {
  ACCOUNT: 'bank account',
  CREDIT_CARD: 'credit card',
  DEBIT_CARD: 'debit card',
  NET_BANKING: 'net banking',
  WALLET: 'wallet',
  EGV: 'gift voucher',
}

/** What paid, as people say it. */
export const instrumentWord = (instrument: string): string => INSTRUMENTS[instrument] ?? instrument
