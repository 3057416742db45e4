// Secrets are looked for in the text as it is, and in what is left of it after each layer of encodings is removed: JSON within JSON, form
// values, URLs, HTML, in any mixture. Every step reads the text once, so that no text and no secret can keep the process busy.

/** Shorter secrets are not looked for: they would be found in half of every sentence. */
export const MIN_LENGTH = 4
/** So many characters of a secret's start or end are masked where the rest is missing; of shorter secrets only the whole. */
const PART = 8
const MIN_LENGTH_OF_PARTS = PART + 4
/** So much of a secret's end is looked for where its start is missing. */
const MAX_END = 40
/** JSON within JSON six times, in a URL, in HTML. */
const MAX_LAYERS = 8

/** What is looked for. In small letters, with spaces for plus signs, as the texts in which it is looked for. */
export interface SecretForms {
  /** Whole, or a part of it. */
  readonly plain: readonly string[]
  /** Whole only. */
  readonly hex: readonly string[]
  readonly base64: readonly string[]
}

/** A part of a text. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** A text without some layers of encodings, and for each of its characters where in the text it comes from. */
interface Layer {
  readonly text: string
  startOf(at: number): number
  endOf(at: number): number
}

export function formsOf(secrets: readonly string[]): SecretForms {
  const bytes = secrets.map((secret) => encoder.encode(secret))
  return {
    plain: longEnough(secrets.flatMap((secret) => [fold(secret), decodedWhole(secret)])),
    hex: bytes.flatMap(inHex),
    base64: longEnough(bytes.flatMap(inBase64)),
  }
}

const longEnough = (forms: readonly string[]): string[] =>
  [...new Set(forms)].filter(({ length }) => length >= MIN_LENGTH)

/** The parts of a text that hold a secret, in their order; they do not touch. */
export function findSecrets(text: string, { plain, hex, base64 }: SecretForms): Span[] {
  const found: Span[] = []
  for (const layer of layersOf(text)) {
    const add = (start: number, end: number, isCut = false): number => {
      const until = isCut ? endOfRest(text, layer.endOf(end - 1)) : layer.endOf(end - 1)
      found.push({ start: layer.startOf(start), end: until })
      let next = end
      while (next < layer.text.length && layer.startOf(next) < until) next += 1
      return next
    }
    for (const form of plain) findPlain(layer.text, form, add)
    for (const form of hex) findWhole(layer.text, form, add)
    const encoded = layer.text.replace(/-/g, ' ').replace(/_/g, '/')
    for (const form of base64) findWhole(encoded, form, add)
  }
  return merged(found)
}

/** Returns where to go on: behind what was found, and behind what belongs to the rest of a secret that is cut off. */
type Add = (start: number, end: number, isCut?: boolean) => number

function findWhole(text: string, form: string, add: Add): void {
  for (let at = text.indexOf(form); at !== -1; at = text.indexOf(form, at + form.length)) add(at, at + form.length)
}

function findPlain(text: string, form: string, add: Add): void {
  const { length } = form
  if (length < MIN_LENGTH_OF_PARTS) {
    findWhole(text, form, add)
    return
  }
  const head = form.slice(0, PART)
  for (let at = text.indexOf(head), next = 0; at !== -1; at = text.indexOf(head, next)) {
    let end = at + PART
    while (end - at < length && text[end] === form[end - at]) end += 1
    next = add(at, end, end - at < length)
  }
  const tail = form.slice(-PART)
  for (let at = text.indexOf(tail); at !== -1; at = text.indexOf(tail, at + PART)) {
    let start = at
    const most = Math.min(at, MAX_END - PART, length - PART)
    while (at - start < most && text[start - 1] === form[length - PART - 1 - (at - start)]) start -= 1
    add(start, at + PART)
  }
}

/** What follows the start of a secret. */
const REST = /[\w+/=.%&#;\\-]*/y

function endOfRest(text: string, from: number): number {
  REST.lastIndex = from
  REST.test(text)
  return Math.max(REST.lastIndex, from)
}

function merged(found: Span[]): Span[] {
  const spans: { start: number; end: number }[] = []
  for (const { start, end } of found.sort((a, b) => a.start - b.start)) {
    const last = spans.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else spans.push({ start, end })
  }
  return spans
}

/**
 * The text, then without layers of one encoding, as a secret may itself look encoded in another, then without layers of all of them: with those,
 * only a secret without any is the same.
 */
function* layersOf(text: string): Generator<Layer> {
  const whole: Layer = { text: fold(text), startOf: (at) => at, endOf: (at) => at + 1 }
  yield whole
  for (const escapes of [IN_JSON, IN_URL, IN_HTML, ANY]) {
    let layer = decoded(whole, escapes)
    for (let count = 0; layer && count < MAX_LAYERS; count += 1) {
      yield layer
      layer = decoded(layer, escapes)
    }
  }
}

function decodedWhole(secret: string): string {
  let last = ''
  // The last layers are those without all encodings.
  for (const { text } of layersOf(secret)) last = text
  return last
}

/** Character by character: of words, the small letters depend on each other. A letter may have two small ones, as the Greek sigma. */
const fold = (text: string): string =>
  text.replace(/[A-Z]+|[^\0-\x7f]|\+/g, (found) => {
    if (found === '+') return ' '
    const small = found.toUpperCase().toLowerCase()
    return small.length === found.length ? small : found
  })

const IN_JSON = /\\u(?<unit>[0-9a-f]{4})|\\(?<char>.)/gs
const IN_URL = /(?<bytes>(?:%[0-9a-f]{2})+)/g
const IN_HTML = /&(?:(?<name>amp|lt|gt|quot|apos)|#(?<decimal>\d{1,12})|#x(?<hexadecimal>[0-9a-f]{1,10}));/g
const ANY = new RegExp([IN_JSON, IN_URL, IN_HTML].map(({ source }) => source).join('|'), 'gs')

/** The layer below; undefined when there is none. */
function decoded({ text, startOf, endOf }: Layer, escapes: RegExp): Layer | undefined {
  if (text.search(escapes) === -1) return undefined
  const starts = new Uint32Array(text.length)
  const ends = new Uint32Array(text.length)
  let plain = ''
  let from = 0
  const put = (units: string, start: number, end: number): void => {
    const at = plain.length
    starts.fill(startOf(start), at, at + units.length)
    ends.fill(endOf(end - 1), at, at + units.length)
    plain += units
  }
  const copyUntil = (end: number): void => {
    for (let at = from, to = plain.length; at < end; at += 1, to += 1) {
      starts[to] = startOf(at)
      ends[to] = endOf(at)
    }
    plain += text.slice(from, end)
  }
  for (const { 0: whole, index, groups = {} } of text.matchAll(escapes)) {
    const { unit, char, bytes, name, decimal, hexadecimal } = groups
    copyUntil(index)
    from = index + whole.length
    if (bytes !== undefined) putBytes(bytes, index, put)
    else if (unit !== undefined) put(String.fromCharCode(Number.parseInt(unit, 16)), index, from)
    else if (char !== undefined) put(CONTROLS[char] ?? char, index, from)
    else if (name !== undefined) put(ENTITIES[name] ?? whole, index, from)
    else put(charOf(decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal)), index, from)
  }
  copyUntil(text.length)
  if (plain === text) return undefined
  return { text: fold(plain), startOf: (at) => starts[at] as number, endOf: (at) => ends[at] as number }
}

const CONTROLS: { readonly [char: string]: string } = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }
const ENTITIES: { readonly [name: string]: string } = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const charOf = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd')

/** UTF-8 in a URL. A byte that belongs to no character, as where the text is cut off, stays as it is. */
function putBytes(text: string, index: number, put: (units: string, start: number, end: number) => void): void {
  const bytes = Uint8Array.from({ length: text.length / 3 }, (_, at) =>
    Number.parseInt(text.slice(3 * at + 1, 3 * at + 3), 16),
  )
  for (let at = 0; at < bytes.length; ) {
    const first = bytes[at] as number
    const length = first < 0x80 ? 1 : first < 0xc0 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
    const end = at + Math.max(length, 1)
    const char = length === 0 || end > bytes.length ? undefined : charOfBytes(bytes.subarray(at, end))
    const [start, until] = [index + 3 * at, index + 3 * (char === undefined ? at + 1 : end)]
    if (char === undefined)
      for (let sign = 0; sign < 3; sign += 1) put(text[3 * at + sign] as string, start + sign, start + sign + 1)
    else put(char, start, until)
    at = char === undefined ? at + 1 : end
  }
}

/** By arithmetic: a decoder that throws for each byte that fits nowhere would take seconds for a text of them. */
function charOfBytes([first = 0, ...others]: Uint8Array): string | undefined {
  if (first >= 0xf8 || others.some((byte) => byte < 0x80 || byte > 0xbf)) return undefined
  const bits = others.length === 0 ? first : first & (0x3f >> others.length)
  const code = others.reduce((sum, byte) => sum * 64 + (byte & 0x3f), bits)
  return code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : undefined
}

const encoder = new TextEncoder()

/** In hexadecimal digits, with a separator between the bytes or without. */
function inHex(bytes: Uint8Array): string[] {
  const digits = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0'))
  return ['', ' ', ':'].map((separator) => digits.join(separator))
}

/** Base64 of the bytes at each of the three offsets within a longer text, without the characters that depend on their neighbours. */
function inBase64(bytes: Uint8Array): string[] {
  return [0, 1, 2].map((offset) => {
    const text = btoa('\0'.repeat(offset) + Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    const from = offset && offset + 1
    return fold(text.slice(from, ((offset + bytes.length) * 4) / 3))
  })
}
