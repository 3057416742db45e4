/** Headers of a received request, in the form of a server, a framework or a function platform. Names in any case. */
export type ReceivedHeaders =
  | {
      /** The value of a header, or null. */
      get(name: string): string | null
    }
  | readonly (readonly [name: string, value: string])[]
  | readonly string[]
  | { readonly [name: string]: string | readonly string[] | undefined }

/** The body of a received request before any parser: text, bytes, or a `Buffer` that went through JSON. `null` is an empty body. */
export type ReceivedBytes =
  | string
  | ArrayBufferView
  | ArrayBuffer
  | {
      /** Mark of a `Buffer` that went through JSON. */
      readonly type: 'Buffer'
      /** The bytes, 0 to 255 each. */
      readonly data: readonly number[]
    }
  | null

/** The bytes of a body, or an object that reads the bytes later: a `Blob`, or a web `Request` with an unread body. */
export type ReceivedBody =
  | ReceivedBytes
  | {
      /** The bytes. */
      arrayBuffer(): Promise<ArrayBuffer>
    }

/** A field that the caller passed wrongly: what is wrong, and the way out. Never holds a received value. */
export interface UnreadableField {
  readonly field: 'headers' | 'body' | 'isBase64Encoded'
  /** Continues a sentence that begins with the name of the field. */
  readonly problem: string
  /** Reads a body for a caller that can wait. */
  readonly later?: () => Promise<ReadBody>
}

/** The field of a caller that hands over base64 and does not say so. */
export const NOT_DECODED: UnreadableField = {
  field: 'isBase64Encoded',
  problem: 'is missing: the body is base64. Pass isBase64Encoded: true with it',
}

/** A body as text or as a copy of the bytes, or what is wrong with it. */
export type ReadBody = string | Uint8Array | UnreadableField

export const isUnreadable = (read: ReadBody): read is UnreadableField => typeof read === 'object' && 'problem' in read

/** The value of a header; different ones joined by a comma, as in a web `Headers`. `name` is in lower case. */
export function readHeader(headers: unknown, name: string): string | undefined {
  if (typeof headers !== 'object' || headers === null) return undefined
  const { get } = headers as { get?: unknown }
  const looked = typeof get === 'function' && !(headers instanceof Map) ? get.call(headers, name) : undefined
  if (typeof looked === 'string') return looked
  if (isIterable(headers))
    return joined(pairsOf(headers).flatMap(([key, value]) => (String(key).toLowerCase() === name ? [value] : [])))
  const fields = headers as { readonly [name: string]: unknown }
  const values = [fields[name]]
  for (const key of Object.keys(headers))
    if (key.length === name.length && key !== name && key.toLowerCase() === name) values.push(fields[key])
  return joined(values)
}

/** All headers by their name in lower case, with values as above; of an object that only looks up, those of `names`. */
export function readHeaders(headers: unknown, names: Iterable<string>): { [name: string]: string } {
  if (typeof headers !== 'object' || headers === null) return {}
  const given = new Map<string, unknown[]>()
  for (const [key, value] of listed(headers, names)) {
    if (typeof key !== 'string') continue
    const name = key.toLowerCase()
    const values = given.get(name)
    if (values) values.push(value)
    else given.set(name, [value])
  }
  const read: { [name: string]: string } = {}
  for (const [name, values] of given) {
    const value = joined(values)
    if (value !== undefined) read[name] = value
  }
  return read
}

function listed(headers: object, names: Iterable<string>): (readonly unknown[])[] {
  if (isIterable(headers)) return pairsOf(headers)
  const onlyLooksUp = typeof (headers as { get?: unknown }).get === 'function'
  return onlyLooksUp ? [...names].map((name) => [name, readHeader(headers, name)]) : Object.entries(headers)
}

/** Texts and lists of texts as one value. */
function joined(values: readonly unknown[]): string | undefined {
  if (values.length === 1 && typeof values[0] === 'string') return values[0]
  const texts = values.flat().filter((one) => typeof one === 'string')
  return texts.length > 1 ? [...new Set(texts)].join(', ') : texts[0]
}

/** Says what is wrong with headers that cannot be read. `null` and an empty object are headers of a request that has none. */
function headersProblem(headers: unknown): UnreadableField | undefined {
  if (headers === null || (typeof headers === 'object' && !isOddList(headers))) return undefined
  return {
    field: 'headers',
    problem: `${stateOf(headers)}: pass the headers of the request; on AWS event.headers or event.multiValueHeaders`,
  }
}

/** A received request, as it was when the call was made. */
export interface ReadRequest<Headers> {
  /** The result of `readThem`; undefined when the headers cannot be read. */
  readonly headers: Headers | undefined
  /** The problem of headers that cannot be read. */
  readonly headersFault: UnreadableField | undefined
  readonly body: ReadBody
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

/** Waits for a body that can be read later only. */
export const readWhole = (body: ReadBody): ReadBody | Promise<ReadBody> =>
  isUnreadable(body) && body.later ? body.later() : body

/** The result of `read`; when it throws, that of `read` with the problem. */
function tried<Result>(field: 'headers' | 'body', read: (problem?: UnreadableField) => Result): Result {
  try {
    return read()
  } catch {
    return read(unreadable(field))
  }
}

const unreadable = (field: 'headers' | 'body'): UnreadableField => ({
  field,
  problem: `cannot be read: it throws, or was read or transferred before. Pass the raw ${field} of the request`,
})

/** With `isBase64Encoded` the text is base64 of the bytes, as AWS hands them over. */
function readBody(body: unknown, isBase64Encoded?: unknown): ReadBody {
  const bytes = rawBodyOf(body)
  if (bytes !== undefined) return decoded(bytes, isBase64Encoded)
  const { arrayBuffer } = Object(body)
  if (typeof arrayBuffer !== 'function') return { field: 'body', problem: bodyProblem(body) }
  return {
    field: 'body',
    problem: 'can be read later only: pass await body.arrayBuffer()',
    later: async () => {
      try {
        return readBody(await arrayBuffer.call(body), isBase64Encoded)
      } catch {
        return unreadable('body')
      }
    },
  }
}

function decoded(body: string | Uint8Array, isBase64Encoded: unknown): ReadBody {
  if ((isBase64Encoded ?? false) === false) return body
  const problem =
    isBase64Encoded === true
      ? 'is true, but the body is not base64: the body is decoded already, so leave isBase64Encoded out'
      : `must be true or false, and ${stateOf(isBase64Encoded)}`
  return (isBase64Encoded === true && fromBase64(textOf(body))) || { field: 'isBase64Encoded', problem }
}

const textOf = (body: string | Uint8Array): string => (typeof body === 'string' ? body : new TextDecoder().decode(body))

/** Recognises a JSON object that a function platform has encoded: its text begins with a brace, which base64 never does. */
export const isBase64OfObject = (body: string | Uint8Array): boolean =>
  (body[0] === 'e' || body[0] === 0x65) && /^e[w-z0-9+/][A-Za-z0-9+/]+={0,2}$/.test(textOf(body))

const isIterable = (headers: object): headers is Iterable<unknown> => Symbol.iterator in headers

/** A web `Headers`, a `Map` and a list of pairs are iterable; Node's `rawHeaders` is a list of names and values in turn. */
function pairsOf(headers: Iterable<unknown>): (readonly unknown[])[] {
  const list = [...headers]
  if (typeof list[0] !== 'string') return list.filter(Array.isArray)
  return list.flatMap((name, at) => (at % 2 === 0 ? [[name, list[at + 1]]] : []))
}

/** A list that is neither one of pairs nor `rawHeaders`. */
const isOddList = (headers: object): boolean =>
  Array.isArray(headers) &&
  !headers.every(Array.isArray) &&
  (headers.length % 2 > 0 || headers.some((one) => typeof one !== 'string'))

/**
 * By their marks and not by class: bytes of another realm, such as a test environment's, are no instance of this one's classes. Copied: a server
 * may read the next request into the same buffer.
 */
function rawBodyOf(body: unknown): string | Uint8Array | undefined {
  if (typeof body === 'string') return body
  if (body === null) return ''
  if (typeof body !== 'object') return undefined
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength).slice()
  if (tagOf(body) === 'ArrayBuffer') return new Uint8Array(body as ArrayBuffer).slice()
  const { type, data } = body as { readonly type?: unknown; readonly data?: unknown }
  return type === 'Buffer' && Array.isArray(data) && data.every((one) => (one & 255) === one)
    ? Uint8Array.from(data)
    : undefined
}

const bodyProblem = (body: unknown): string =>
  `${stateOf(body)}: the body was already parsed, or not read. Pass the raw bytes or text of the request`

/** `is a number`, `is missing` */
function stateOf(value: unknown): string {
  if (value === undefined) return 'is missing'
  if (Array.isArray(value)) return 'is a list'
  const name = typeof value === 'object' && value !== null ? tagOf(value) : typeof value
  return name === 'Object' ? 'is an object' : `is a ${name}`
}

/** `ArrayBuffer`, also of another realm. */
const tagOf = (value: unknown): string => Object.prototype.toString.call(value).slice('[object '.length, -1)

declare const atob: (base64: string) => string
declare const TextDecoder: new () => { decode(bytes: Uint8Array): string }

function fromBase64(text: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}
