const MASKED = '[masked]'
/** Shorter values would mask half of every sentence. */
const SHORTEST = 4
/** Nobody reads further down, and a stack has an end. */
const DEEPEST = 64

/** Body fields whose values belong to the payer or unlock something. */
const SECRET_FIELDS = new Set([
  'vpa',
  'upiNumber',
  'phoneNumber',
  'accountNumber',
  'cardHolderName',
  'encryptedCardNumber',
  'encryptedCvv',
  'encryptedToken',
  'cryptogram',
  'panSuffix',
])

/** Collects what a request body holds that must not be repeated in an error. */
export function secretsIn(body: unknown, found: string[] = []): string[] {
  if (typeof body !== 'object' || body === null) return found
  for (const [field, value] of Object.entries(body)) {
    if (typeof value === 'object') secretsIn(value, found)
    else if (SECRET_FIELDS.has(field) && value !== undefined) found.push(String(value))
  }
  return found
}

/** A copy of the provider's words in which none of the secrets stands, in whatever case or escaping it came back. */
export function mask<Value>(value: Value, secrets: readonly string[]): Value {
  const words = secrets.filter((word) => word.length >= SHORTEST).sort((a, b) => b.length - a.length)
  if (words.length === 0) return value
  return walk(value, new RegExp(words.map(anySpelling).join('|'), 'gi')) as Value
}

function walk(value: unknown, secret: RegExp, depth = 0): unknown {
  if (depth > DEEPEST) return MASKED
  if (typeof value === 'string') return value.replace(secret, MASKED)
  if (typeof value === 'number') return String(value).replace(secret, MASKED) === MASKED ? MASKED : value
  if (Array.isArray(value)) return value.map((item) => walk(item, secret, depth + 1))
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [walk(key, secret), walk(item, secret, depth + 1)]),
    )
  }
  return value
}

const encoder = new TextEncoder()

/** Letters and digits look alike everywhere; the rest may be escaped for JSON, a URL or a form. */
function anySpelling(word: string): string {
  return Array.from(word, (sign) => {
    if (/[A-Za-z0-9]/.test(sign)) return sign
    const plain = `\\\\?${sign.replace(/[^\w\s]/g, '\\$&')}`
    const inUrl = Array.from(encoder.encode(sign), (byte) => `%${hex(byte, 2)}`).join('')
    const inJson = Array.from({ length: sign.length }, (_, at) => `\\\\u${hex(sign.charCodeAt(at), 4)}`).join('')
    return `(?:${[plain, inUrl, inJson, ...(sign === ' ' ? ['\\+'] : [])].join('|')})`
  }).join('')
}

function hex(number: number, digits: number): string {
  return number.toString(16).padStart(digits, '0')
}
