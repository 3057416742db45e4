const STARS = '****'

/** `susheela@ybl` → `su****a@ybl`: the payer stays recognisable, and a search by the end of the VPA still works. */
export function maskVpa(vpa: string): string {
  const at = vpa.lastIndexOf('@')
  return at < 0 ? maskText(vpa) : maskText(vpa.slice(0, at)) + vpa.slice(at)
}

/** Keeps the first two characters and the last one; masks a text of fewer than six characters completely. */
export function maskText(text: string): string {
  return text.length < 6 ? STARS : text.slice(0, 2) + STARS + text.slice(-1)
}

/** Names of fields that hold personal data, and of fields that hold secrets or links that contain one. */
const PERSONAL =
  /phone|mobile|email|^address|(?:holdername|accountnumber)$|^(?:vpa|umn|name|customername|cardnumber|walletid|line[12]|udf\d+)$/i
const SECRET = /authorization|token|secret|password|signature|cvv|^encrypted|^(?:cookie|set-cookie|cryptogram)$/i

/** Messages of the provider are less deep than this. */
const MAX_DEPTH = 16

/** Returns a copy of a message that may be stored: shape, ids, amounts and states stay, payer data and secrets are masked. */
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

/** Removes NUL and replaces lone surrogates: PostgreSQL stores neither in text or jsonb. */
export function storable(text: string): string {
  // Fast path: this runs for every string of every callback, and nearly none needs a change.
  if (!/[\0\ud800-\udfff]/.test(text)) return text
  return text.replaceAll('\0', '').replace(/\p{Surrogate}/gu, '\ufffd')
}
