const MASKED = '[masked]'
/** Shorter values would mask half of every sentence. */
const SHORTEST = 4

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

/** A copy of the provider's words in which none of the secrets stands, not even escaped for a URL. */
export function mask<Value>(value: Value, secrets: readonly string[]): Value {
  const words = secrets
    .flatMap((secret) => [secret, encodeURIComponent(secret)])
    .filter((word) => word.length >= SHORTEST)
    .sort((a, b) => b.length - a.length)
  return (words.length === 0 ? value : walk(value, words)) as Value
}

function walk(value: unknown, words: readonly string[]): unknown {
  if (typeof value === 'string') return words.reduce((text, word) => text.replaceAll(word, MASKED), value)
  if (typeof value === 'number') return words.includes(String(value)) ? MASKED : value
  if (Array.isArray(value)) return value.map((item) => walk(item, words))
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [walk(key, words), walk(item, words)]))
  }
  return value
}
