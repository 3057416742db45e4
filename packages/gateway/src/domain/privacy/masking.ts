const STARS = '****'

/** `susheela@ybl` → `su****a@ybl`: the payer stays recognisable, and a search by the end of the VPA still works. */
export function maskVpa(vpa: string): string {
  const at = vpa.lastIndexOf('@')
  return at < 0 ? maskText(vpa) : maskText(vpa.slice(0, at)) + vpa.slice(at)
}

/** Keeps the first two characters and the last one; masks a text of fewer than six characters completely. */
export function maskText(text: string): string {
  // The cut may split a character in two.
  return text.length < 6 ? STARS : storable(text.slice(0, 2) + STARS + text.slice(-1))
}

/** Fields of the provider's messages whose value is kept: ids, amounts, states, codes and times. Every other value is masked. */
const KEPT = new Set([
  ...['event', 'type', 'state', 'success', 'code', 'errorCode', 'detailedErrorCode', 'source', 'stage', 'httpStatus'],
  ...['merchantId', 'merchantOrderId', 'originalMerchantOrderId', 'merchantRefundId', 'orderId', 'refundId'],
  ...[
    'transactionId',
    'upiTransactionId',
    'serviceTransactionId',
    'bankTransactionId',
    'utr',
    'brn',
    'arn',
    'paymentId',
  ],
  ...['amount', 'payableAmount', 'feeAmount', 'currency', 'timestamp', 'expireAt', 'expireAfter', 'bytes'],
  ...['checkout', 'paymentMode', 'deviceOS', 'authMode', 'savedCard', 'encryptionKeyId', 'valid'],
  ...['accountType', 'providerAccountType', 'bankId', 'ifsc', 'cardNetwork', 'geoScope', 'programId', 'reason'],
  ...['merchantCallBackScheme', 'enabled', 'allowed'],
  ...['disputeId', 'status', 'overallHealth', 'health', 'BANK', 'PSP', 'CARD_NETWORK'],
])

/** Fields of personal data of which a part is kept, so that a person at the counter can recognise the payer. */
const SHORTENED =
  /^(?:vpa|umn|accountHolderName|(?:un)?maskedAccountNumber|accountNumber|maskedCardNumber|cardNumber|walletId)$/

/** Links, which are kept without the part that may open a payment. */
const LINK = /^(?:redirectUrl|intentUrl)$/

/** A word or a package: the payer's browser names the app, and could name anything. */
const APP_NAME = /^(?!.*\d{4})(?:[A-Z_]{2,20}|[a-z]\w{0,30}(?:\.[a-z]\w{0,29}){1,6})$/i

/** Messages of the provider are less deep than this. */
const MAX_DEPTH = 16

/** Longer names of fields, and those with other characters, are not the provider's, and may hold anything. Nor are those that start with `__`, such as `__proto__`. */
const FIELD_NAME = /^(?!__)[A-Za-z_][\w.-]{0,63}$/

/** Returns a copy of a message that may be stored: shape, ids, amounts and states stay; whatever else it holds is masked. */
export function maskMessage(value: unknown, field = '', depth = 0): unknown {
  if (depth > MAX_DEPTH) return STARS
  if (Array.isArray(value)) return value.map((one) => maskMessage(one, field, depth + 1))
  if (typeof value === 'object' && value !== null) return maskFields(value as { [name: string]: unknown }, depth + 1)
  if (value === null || value === undefined || typeof value === 'boolean') return value
  if (KEPT.has(field)) return typeof value === 'string' ? storable(value) : value
  if (typeof value !== 'string') return STARS
  if (LINK.test(field)) return storable(value.replace(/[?#].*$/s, '?****'))
  if (field === 'targetApp') return APP_NAME.test(value) ? value : STARS
  return SHORTENED.test(field) ? storable(value.includes('@') ? maskVpa(value) : maskText(value)) : STARS
}

function maskFields(message: { readonly [name: string]: unknown }, depth: number): object {
  const masked: { [name: string]: unknown } = {}
  for (const name of Object.keys(message))
    masked[FIELD_NAME.test(name) ? name : STARS] = maskMessage(message[name], name, depth)
  return masked
}

/** Matches personal data of a payer in a sentence of a foreign program: UPI ids and mail addresses, numbers of nine digits or more, PANs. */
const PERSONAL_IN_TEXT =
  /(?<![^\s"'<>(),;:=])[^\s"'<>(),;:=]+@[^\s"'<>(),;]+|(?<![\w.])\+?\d(?:[ -]?\d){8,18}(?![\w])|\b[A-Z]{5}\d{4}[A-Z]\b/gi

/** A sentence that may be stored: what looks like personal data is masked. */
export function maskSentence(text: string): string {
  return storable(text.replace(PERSONAL_IN_TEXT, STARS))
}

/** True when PostgreSQL can store the text: the text has neither NUL nor half a surrogate pair. */
export const isStorable = (text: string): boolean => !/[\0\ud800-\udfff]/.test(text) || storable(text) === text

/** Removes NUL and replaces lone surrogates: PostgreSQL stores neither in text or jsonb. */
export function storable(text: string): string {
  // Fast path: this runs for every string of every callback, and nearly none needs a change.
  if (!/[\0\ud800-\udfff]/.test(text)) return text
  return text.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '\ufffd')
}
