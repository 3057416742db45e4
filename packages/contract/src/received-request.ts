/** Headers of a received request, as a server, a framework or a function platform hands them over. Names in any case. */
export type ReceivedHeaders =
  | {
      /** The value of a header, or null. */
      get(name: string): string | null
    }
  | readonly (readonly [name: string, value: string])[]
  | readonly string[]
  | { readonly [name: string]: string | readonly string[] | undefined }

/** The body of a received request before any parser: text, bytes, or a `Buffer` that went through JSON. `null` is an empty body. */
export type ReceivedBody =
  | string
  | ArrayBufferView
  | ArrayBuffer
  | {
      /** Says that the bytes are a list of numbers. */
      readonly type: 'Buffer'
      /** The bytes, 0 to 255 each. */
      readonly data: readonly number[]
    }
  | null

/** A field that the caller passed wrongly: what is wrong, and the way out. Never holds a received value. */
export interface UnreadableField {
  readonly field: 'headers' | 'body' | 'isBase64Encoded'
  /** Continues a sentence that begins with the name of the field. */
  readonly problem: string
}

/** The field of a caller that hands over base64 and does not say so. */
export const NOT_DECODED: UnreadableField = {
  field: 'isBase64Encoded',
  problem: 'is missing: the body is base64, as function platforms hand it over. Pass isBase64Encoded: true with it',
}

export const isUnreadable = (read: string | Uint8Array | UnreadableField): read is UnreadableField =>
  typeof read === 'object' && 'problem' in read

/** The value of a header, the first one of several. `name` is in lower case. */
export function readHeader(headers: unknown, name: string): string | undefined {
  if (typeof headers !== 'object' || headers === null) return undefined
  const { get } = headers as { get?: unknown }
  const direct = firstText(
    typeof get === 'function' ? get.call(headers, name) : (headers as { readonly [name: string]: unknown })[name],
  )
  if (direct !== undefined) return direct
  for (const [key, value] of pairsOf(headers)) {
    const text = isName(key) && key.toLowerCase() === name ? firstText(value) : undefined
    if (text !== undefined) return text
  }
  return undefined
}

/** All headers by their name in lower case, the first value of each; of an object that only looks up, those of `names`. */
export function readHeaders(headers: unknown, names: Iterable<string>): { [name: string]: string } {
  if (typeof headers !== 'object' || headers === null) return {}
  const listed = onlyLooksUp(headers) ? [...names].map((name) => [name, readHeader(headers, name)]) : pairsOf(headers)
  const read = new Map<string, string>()
  for (const [key, value] of listed) {
    const text = firstText(value)
    if (isName(key) && text !== undefined && !read.has(key.toLowerCase())) read.set(key.toLowerCase(), text)
  }
  return Object.fromEntries(read)
}

/** Says what is wrong with headers that cannot be read. `null` and an empty object are headers of a request that has none. */
function headersProblem(headers: unknown): UnreadableField | undefined {
  if (headers === null || (typeof headers === 'object' && !isOddList(headers))) return undefined
  const what = headers === undefined ? 'is missing' : `is ${shapeOf(headers)}`
  return {
    field: 'headers',
    problem: `${what}: pass the headers of the request, as an object, a Headers or a list of pairs; AWS has them in event.headers or event.multiValueHeaders`,
  }
}

/** A received request, as it was when the call was made. */
export interface ReadRequest<Headers> {
  /** The result of `readThem`; undefined when the headers cannot be read. */
  readonly headers: Headers | undefined
  /** The problem of headers that cannot be read. */
  readonly headersFault: UnreadableField | undefined
  /** Text, or a copy of the bytes, or the problem. */
  readonly body: string | Uint8Array | UnreadableField
}

/**
 * Reads a received request at once, before the caller can change an object or use a buffer again. Never throws, whatever the caller's
 * getters do.
 * @param readThem reads the headers that are needed
 */
export function readRequest<Headers>(received: unknown, readThem: (headers: unknown) => Headers): ReadRequest<Headers> {
  const [headers, headersFault] = tried('headers', (problem) => {
    if (problem) return [undefined, problem] as const
    const given = fieldsOf(received).headers
    return [readThem(given), headersProblem(given)] as const
  })
  const body = tried(
    'body',
    (problem) => problem ?? readBody(fieldsOf(received).body, fieldsOf(received).isBase64Encoded),
  )
  return { headers, headersFault, body }
}

const fieldsOf = (received: unknown): { headers?: unknown; body?: unknown; isBase64Encoded?: unknown } => received ?? {}

/** The result of `read`; when it throws, that of `read` with the problem. */
function tried<Result>(field: 'headers' | 'body', read: (problem?: UnreadableField) => Result): Result {
  try {
    return read()
  } catch {
    const pass = field === 'body' ? 'raw bytes or text' : field
    return read({
      field,
      problem: `cannot be read: a getter or method throws, or its ArrayBuffer was transferred. Pass the ${pass} of the request`,
    })
  }
}

/**
 * The body as text or as a copy of the bytes, or what is wrong with it. With `isBase64Encoded` the text is base64 of the bytes, as AWS hands
 * them over.
 */
function readBody(body: unknown, isBase64Encoded?: unknown): string | Uint8Array | UnreadableField {
  const bytes = rawBodyOf(body)
  if (bytes === undefined) return { field: 'body', problem: bodyProblem(body) }
  if ((isBase64Encoded ?? false) === false) return bytes
  if (isBase64Encoded !== true)
    return { field: 'isBase64Encoded', problem: `must be true or false, and is ${shapeOf(isBase64Encoded)}` }
  const decoded = typeof bytes === 'string' ? fromBase64(bytes) : undefined
  return (
    decoded ?? {
      field: 'isBase64Encoded',
      problem: 'is true, but the body is no base64: it is decoded already, so leave isBase64Encoded out',
    }
  )
}

/** Recognises a JSON object that a function platform has encoded: its text begins with a brace, which base64 never does. */
export const isBase64OfObject = (body: string | Uint8Array): boolean =>
  typeof body === 'string' && /^e[w-z0-9+/][A-Za-z0-9+/]+={0,2}$/.test(body)

const onlyLooksUp = (headers: object): boolean =>
  typeof (headers as { get?: unknown }).get === 'function' && !(Symbol.iterator in headers)

function firstText(value: unknown): string | undefined {
  const first: unknown = Array.isArray(value) ? value[0] : value
  return typeof first === 'string' ? first : undefined
}

const isName = (key: unknown): key is string => typeof key === 'string'

/** A web `Headers`, a `Map` and a list of pairs are iterable; Node's `rawHeaders` is a list of names and values in turn. */
function pairsOf(headers: object): (readonly unknown[])[] {
  if (!(Symbol.iterator in headers)) return Object.entries(headers)
  const list = [...(headers as Iterable<unknown>)]
  if (typeof list[0] !== 'string') return list.filter(Array.isArray)
  return list.flatMap((name, at) => (at % 2 === 0 ? [[name, list[at + 1]]] : []))
}

/** A list that is neither one of pairs nor `rawHeaders`. */
function isOddList(headers: object): boolean {
  if (!Array.isArray(headers)) return false
  return !headers.every(Array.isArray) && !(headers.length % 2 === 0 && headers.every((one) => typeof one === 'string'))
}

/**
 * By their marks and not by class: bytes of another realm, such as a test environment's, are no instance of this one's classes. Copied: a server
 * may read the next request into the same buffer.
 */
function rawBodyOf(body: unknown): string | Uint8Array | undefined {
  if (typeof body === 'string') return body
  if (body === null) return ''
  if (typeof body !== 'object') return undefined
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength).slice()
  if (Object.prototype.toString.call(body) === '[object ArrayBuffer]')
    return new Uint8Array(body as ArrayBuffer).slice()
  const { type, data } = body as { readonly type?: unknown; readonly data?: unknown }
  return type === 'Buffer' && Array.isArray(data) && data.every(isByte) ? Uint8Array.from(data) : undefined
}

const isByte = (value: unknown): boolean => (Number(value) & 255) === value

function bodyProblem(body: unknown): string {
  const what = body === undefined ? 'is missing' : `is ${shapeOf(body)}`
  return `${what}: the body was already parsed, or not read. Pass the raw bytes or text of the request, before any parser`
}

function shapeOf(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (typeof value !== 'object' || value === null) return `a ${typeof value}`
  const name = Object.prototype.toString.call(value).slice('[object '.length, -1)
  return name === 'Object' ? 'an object' : `a ${name}`
}

declare const atob: (base64: string) => string

function fromBase64(text: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}
