const STARS = '****'

/** `susheela@ybl` → `su****a@ybl`: enough to recognise, and to be searched by its end. */
export function maskVpa(vpa: string): string {
  const at = vpa.lastIndexOf('@')
  return at < 0 ? maskText(vpa) : maskText(vpa.slice(0, at)) + vpa.slice(at)
}

/** The first two and the last character of what is long enough to stay unknown. */
export function maskText(text: string): string {
  return text.length < 6 ? STARS : text.slice(0, 2) + STARS + text.slice(-1)
}

/** What is a person's, by the name of its field; what is a secret or a link with one in it, likewise. */
const PERSONAL =
  /phone|mobile|email|^address|(?:holdername|accountnumber)$|^(?:vpa|umn|name|customername|cardnumber|walletid|line[12]|udf\d+)$/i
const SECRET = /authorization|token|secret|password|signature|cvv|^encrypted|^(?:cookie|set-cookie|cryptogram)$/i

/** Deeper than this no message of the provider's goes. */
const MAX_DEPTH = 16

/** A copy of a message that may lie in the database: its shape, ids, amounts and states; nothing of the payer. */
export function maskMessage(value: unknown, field = '', depth = 0): unknown {
  if (depth > MAX_DEPTH) return STARS
  if (Array.isArray(value)) return value.map((one) => maskMessage(one, field, depth + 1))
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).map(([name, one]) => [storable(name), maskMessage(one, name, depth + 1)])
    return Object.fromEntries(entries)
  }
  if (SECRET.test(field)) return STARS
  if (typeof value === 'string') {
    if (PERSONAL.test(field)) return storable(value.includes('@') ? maskVpa(value) : maskText(value))
    return storable(value)
  }
  return PERSONAL.test(field) && typeof value === 'number' ? STARS : value
}

/** PostgreSQL holds neither the character NUL nor half a surrogate pair. */
export function storable(text: string): string {
  // Nearly every text is fine as it is, and every text of every callback comes by here.
  if (!/[\0\ud800-\udfff]/.test(text)) return text
  return text.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '\ufffd')
}
