// A secret is masked where it is in a text as it is, in a URL, in a form or in JSON. A text that may hold one in any other way is masked whole:
// in Base64 or hexadecimal digits, with only its end, or in what one removal of the encodings of URLs and JSON does not make readable.

import { hex } from '../hex.ts'

export const MASKED = '[masked]'
/** Shorter secrets are not looked for: they would be found in half of every sentence. */
export const MIN_LENGTH = 4
/** So many characters of a secret's start or end are looked for, as the rest may be missing; of shorter secrets the whole. */
const PART = 8
const MIN_LENGTH_OF_PARTS = PART + 4

/** The secrets to find: in small letters, with spaces for plus signs, like the texts that are searched. */
export interface SecretForms {
  /** Masked in place, also when only its start is there. */
  readonly readable: readonly string[]
  /** Starts and ends, for which the whole text is masked. */
  readonly plain: readonly string[]
  readonly hex: readonly string[]
  readonly base64: readonly string[]
}

export function formsOf(secrets: readonly string[]): SecretForms {
  const written = distinct([...secrets, ...secrets.flatMap(encodings)])
  const bytes = written.flatMap((one) => ends(encoder.encode(one)))
  return {
    readable: distinct(written.map(fold)),
    plain: distinct(secrets.map(fold).flatMap(ends<string>)),
    hex: distinct(bytes.map(hex)),
    base64: distinct(bytes.flatMap(inBase64)),
  }
}

const distinct = (texts: readonly string[]): string[] => [...new Set(texts)]

const partOf = ({ length }: { readonly length: number }): number => (length < MIN_LENGTH_OF_PARTS ? length : PART)
const startOf = <Part>(whole: Sliceable<Part>): Part => whole.slice(0, partOf(whole))
const ends = <Part>(whole: Sliceable<Part>): Part[] => [startOf(whole), whole.slice(-partOf(whole))]

interface Sliceable<Part> {
  readonly length: number
  slice(from: number, to?: number): Part
}

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
  const masked = maskReadable(text, forms)
  const folded = fold(masked)
  const decoded = withoutEscapes(folded)
  return decoded === undefined || holdsSecret(folded, forms) || (decoded !== folded && holdsSecret(decoded, forms))
    ? MASKED
    : masked
}

/** The text after the start of a secret that is cut off. */
const REST = /[\w+/=.%&#;\\-]*/y

function maskReadable(text: string, { readable }: SecretForms): string {
  const folded = fold(text)
  const found: [start: number, end: number][] = []
  for (const form of readable) {
    const head = startOf(form)
    for (let at = folded.indexOf(head), end = 0; at !== -1; at = folded.indexOf(head, end)) {
      end = at + head.length
      while (end - at < form.length && folded[end] === form[end - at]) end += 1
      if (end - at < form.length) {
        REST.lastIndex = end
        REST.test(text)
        end = REST.lastIndex
      }
      found.push([at, end])
    }
  }
  let masked = ''
  let from = 0
  for (const [start, end] of found.sort((a, b) => a[0] - b[0])) {
    if (start > from || from === 0) masked += text.slice(from, start) + MASKED
    from = Math.max(from, end)
  }
  return masked + text.slice(from)
}

function holdsSecret(text: string, { plain, hex, base64 }: SecretForms): boolean {
  const isIn = (inText: string, forms: readonly string[]): boolean => forms.some((form) => inText.includes(form))
  return (
    isIn(text, plain) ||
    isIn(text.replace(/0x|[^0-9a-z]/g, ''), hex) ||
    isIn(
      text
        .replace(/[\r\n]/g, '')
        .replaceAll('-', ' ')
        .replaceAll('_', '/'),
      base64,
    )
  )
}

const IN_URL_OR_JSON = /(?:%[0-9a-f]{2})+|\\(?:u[0-9a-f]{4}|["\\/bfnrt])/g
/** Encodings below those, and the ones of HTML and of old scripts, and of C. */
const UNREADABLE = /\\|%u?[0-9a-f]{2}|&(?:#|amp|lt|gt|quot|apos)/

/** The text without one layer of the encodings of URLs and JSON; undefined when there are others. */
function withoutEscapes(folded: string): string | undefined {
  try {
    const decoded = folded.replace(IN_URL_OR_JSON, (found) =>
      found[0] === '%' ? decodeURIComponent(found) : JSON.parse(`"${found}"`),
    )
    return UNREADABLE.test(decoded) ? undefined : fold(decoded)
  } catch {
    // Bytes that are no characters.
    return undefined
  }
}

/** Small letters at the same places: a letter stays whose small ones are more or fewer. */
const fold = (text: string): string =>
  text.replace(/\+|[A-Z]+|[^\0-\x7f]/gu, (found) => {
    if (found === '+') return ' '
    const small = found.toUpperCase().toLowerCase()
    return small.length === found.length ? small : found
  })

const encoder = new TextEncoder()
