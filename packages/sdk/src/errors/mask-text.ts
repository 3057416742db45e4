// A secret is masked where it is in a text as it is, in a URL or in JSON. Where it is visible only after other encodings are removed, or more of
// them, or only its end, the whole text is masked. Every step reads the text once, so that no text and no secret can keep the process busy.

export const MASKED = '[masked]'
/** Shorter secrets are not looked for: they would be found in half of every sentence. */
export const MIN_LENGTH = 4
/** So many characters of a secret's start or end are looked for, as the rest may be missing; of shorter secrets the whole. */
const PART = 8
const MIN_LENGTH_OF_PARTS = PART + 4
/** As many in each encoding: three for a character in a URL, two in hexadecimal digits, eleven for eight in Base64. */
const PART_OF = { plain: PART, encoded: 3 * PART, hex: 2 * PART, base64: 11 } as const
/** JSON within JSON six times, in a URL, in HTML. */
const MAX_LAYERS = 8

/** What is looked for. In small letters, with spaces for plus signs, as the texts in which it is looked for. */
export interface SecretForms {
  readonly plain: readonly string[]
  /** In a URL and in JSON. */
  readonly encoded: readonly string[]
  readonly hex: readonly string[]
  readonly base64: readonly string[]
}

export function formsOf(secrets: readonly string[]): SecretForms {
  const encoded = secrets.flatMap(encodings)
  const bytes = [...new Set([...secrets, ...encoded])].map((written) => encoder.encode(written))
  return {
    plain: longEnough(secrets.flatMap((secret) => [fold(secret), decodedWhole(secret)])),
    encoded: longEnough(encoded.map(fold)),
    hex: bytes.map((all) => Array.from(all, (byte) => byte.toString(16).padStart(2, '0')).join('')),
    base64: longEnough(bytes.flatMap(inBase64)),
  }
}

const longEnough = (forms: readonly string[]): string[] =>
  [...new Set(forms)].filter(({ length }) => length >= MIN_LENGTH)

/** As other software writes it: each with the signs that it escapes. */
function encodings(secret: string): string[] {
  const json = JSON.stringify(secret).slice(1, -1)
  const form = `${new URLSearchParams([['', secret]])}`.slice(1)
  return [json, json.replaceAll('/', '\\/'), form, form.replaceAll('+', '%20')]
}

/** Base64 of the bytes at each of the three offsets within a longer text, without the characters that depend on their neighbours. */
function inBase64(bytes: Uint8Array): string[] {
  return [0, 1, 2].map((offset) => {
    const text = btoa('\0'.repeat(offset) + Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    return fold(text.slice(offset && offset + 1, ((offset + bytes.length) * 4) / 3))
  })
}

export function maskText(text: string, forms: SecretForms): string {
  let masked = ''
  let from = 0
  for (const [start, end] of findSecrets(text, forms).sort((a, b) => a[0] - b[0])) {
    if (start > from || from === 0) masked += text.slice(from, start) + MASKED
    from = Math.max(from, end)
  }
  masked += text.slice(from)
  for (const layer of layersOf(masked)) if (holdsSecret(layer, forms)) return MASKED
  return masked
}

/** What follows the start of a secret that is cut off. */
const REST = /[\w+/=.%&#;\\-]*/y

function findSecrets(text: string, { plain, encoded }: SecretForms): [start: number, end: number][] {
  const folded = fold(text)
  const found: [number, number][] = []
  const find = (form: string, most: number): void => {
    const part = partOf(form, most)
    const head = form.slice(0, part)
    for (let at = folded.indexOf(head), end = 0; at !== -1; at = folded.indexOf(head, end)) {
      end = at + part
      while (end - at < form.length && folded[end] === form[end - at]) end += 1
      if (end - at < form.length) {
        REST.lastIndex = end
        REST.test(text)
        end = REST.lastIndex
      }
      found.push([at, end])
    }
  }
  for (const form of plain) find(form, PART_OF.plain)
  for (const form of encoded) find(form, PART_OF.encoded)
  return found
}

/** Of a secret that is not long enough for parts, the whole. */
const partOf = ({ length }: string, most: number): number =>
  length < (most * MIN_LENGTH_OF_PARTS) / PART ? length : most

function holdsSecret(text: string, { plain, hex, base64 }: SecretForms): boolean {
  const isIn = (inText: string, forms: readonly string[], most: number): boolean =>
    forms.some((form) => {
      const part = partOf(form, most)
      return inText.includes(form.slice(0, part)) || inText.includes(form.slice(-part))
    })
  return (
    isIn(text, plain, PART_OF.plain) ||
    isIn(text.replace(/0x|\\x|[^0-9a-z]/g, ''), hex, PART_OF.hex) ||
    isIn(
      text
        .replace(/[\r\n]/g, '')
        .replace(/-/g, ' ')
        .replace(/_/g, '/'),
      base64,
      PART_OF.base64,
    )
  )
}

/**
 * The text, then without layers of one encoding, as a secret may itself look encoded in another, then without layers of all of them: with those,
 * only a secret without any is the same.
 */
function* layersOf(text: string): Generator<string> {
  const whole = fold(text)
  yield whole
  for (const escapes of [IN_JSON, IN_URL, IN_HTML, ANY]) {
    let layer = whole
    for (let count = 0; count < MAX_LAYERS; count += 1) {
      const below = layer.replace(escapes, decoded)
      if (below === layer) break
      layer = fold(below)
      yield layer
    }
  }
}

function decodedWhole(secret: string): string {
  let last = ''
  // The last layers are those without all encodings.
  for (const text of layersOf(secret)) last = text
  return last
}

/** Small letters at the same places. A letter may have two small ones, as the Greek sigma has at the end of a word. */
const fold = (text: string): string =>
  text.replace(/[A-Z]+|[^\0-\x7f]+|\+/g, (found) => {
    if (found === '+') return ' '
    const small = smallLetters(found)
    return small.length === found.length ? small : found.replace(/./gsu, (char) => ofLength(smallLetters(char), char))
  })

const smallLetters = (text: string): string => text.toUpperCase().toLowerCase().replaceAll('ς', 'σ')
const ofLength = (small: string, char: string): string => (small.length === char.length ? small : char)

const IN_JSON = /[\\%]u[0-9a-f]{4}|\\./gs
const IN_URL = /(?:%[0-9a-f]{2})+/g
const IN_HTML = /&(?:amp|lt|gt|quot|apos|#\d+|#x[0-9a-f]+);?/g
const ANY = new RegExp([IN_JSON, IN_URL, IN_HTML].map(({ source }) => source).join('|'), 'gs')

function decoded(sequence: string): string {
  const code = /^(?:[\\%]u|%(?=[0-7].$))(.+)/s.exec(sequence)?.[1]
  if (code !== undefined) return charOf(`0x${code}`)
  if (sequence[0] === '%')
    return decoder.decode(Uint8Array.from(sequence.slice(1).split('%'), (byte) => Number(`0x${byte}`)))
  if (sequence[0] === '\\') return CONTROLS[sequence] ?? sequence.slice(1)
  const name = sequence.replace(/[&#;]/g, '')
  return ENTITIES[name] ?? charOf(name.replace('x', '0x'))
}

const charOf = (number: string): string => String.fromCodePoint(Math.min(Number(number), 0x10ffff))
const CONTROLS: { readonly [sequence: string]: string } = { '\\n': '\n', '\\r': '\r', '\\t': '\t' }
const ENTITIES: { readonly [name: string]: string } = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const encoder = new TextEncoder()
/** A byte that belongs to no character becomes U+FFFD. */
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
