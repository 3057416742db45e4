import { inspect } from 'node:util'

/**
 * Secrets and payer data with values that occur nowhere else (canary values). A leak test passes them where real values would go,
 * and checks all output (errors, logs, events, pages) with `findLeakMarkers`.
 */
export const LEAK_MARKERS = {
  clientSecret: 'canary-client-secret/7f3a9c51e2',
  accessToken: 'canary-access-token+b81d20f4c6',
  refreshToken: 'canary-refresh-token+40ce97aa13',
  callbackPassword: 'CanaryCallbackPass4',
  callbackSecretKey: 'canary-callback-key/93be56d017',
  /** 16 digits that pass the Luhn check and are not a published test card. */
  pan: '4929130847561209',
  cvv: '7391',
  vpa: 'canary.payer@gallabank',
  phoneNumber: '9137046825',
  encryptedCardNumber: 'CANARYencryptedPAN+/0a1b2c3d==',
  encryptedCvv: 'CANARYencryptedCVV+/4e5f6a7b==',
  encryptedToken: 'CANARYencryptedTOKEN+/8c9d0e==',
  cryptogram: 'CANARYcryptogram+/1f2a3b4c==',
  accountNumber: '50200071398264',
} as const

export type LeakMarkerName = keyof typeof LEAK_MARKERS

export interface CanaryFound {
  readonly name: LeakMarkerName
  /** Encoding in which it was found: `plain`, `base64`, `hex`, `url`, `json`, `grouped` … */
  readonly form: string
  /** Place in the value: a path such as `.cause.message`, or `util.inspect`. */
  readonly where: string
}

interface Needle {
  readonly name: LeakMarkerName
  readonly form: string
  readonly found: (text: string, lower: string) => boolean
}

const NEEDLES: readonly Needle[] = (Object.keys(LEAK_MARKERS) as LeakMarkerName[]).flatMap(needlesFor)

/**
 * Finds every canary that is reachable from `value`: own and inherited properties, getters, symbols, Maps, Sets, bytes, error messages,
 * stacks and causes, its JSON, its text and its full inspection, in plain text or in a common encoding. An empty list means no leak.
 */
export function findLeakMarkers(value: unknown): CanaryFound[] {
  const found: CanaryFound[] = []
  for (const { where, text } of reachableText(value)) {
    const lower = text.toLowerCase()
    for (const needle of NEEDLES)
      if (needle.found(text, lower)) found.push({ name: needle.name, form: needle.form, where })
  }
  return found
}

function needlesFor(name: LeakMarkerName): Needle[] {
  const plain = LEAK_MARKERS[name]
  const bytes = Buffer.from(plain)
  const forms: { [form: string]: string } = {
    plain,
    url: encodeURIComponent(plain),
    form: new URLSearchParams([['', plain]]).toString().slice(1),
    json: JSON.stringify(plain).slice(1, -1).replaceAll('/', '\\/'),
    hex: bytes.toString('hex'),
    reversed: [...plain].reverse().join(''),
  }
  if (/^\d{12,}$/.test(plain)) {
    forms.grouped = plain.replace(/(\d{4})(?=\d)/g, '$1 ')
    forms.dashed = plain.replace(/(\d{4})(?=\d)/g, '$1-')
  }
  // Inside a longer encoded text (`user:password`) a value starts at one of three offsets; each encodes to different characters.
  for (const offset of [0, 1, 2]) forms[`base64 at ${offset}`] = base64Core(bytes, offset)

  // A few digits occur in many numbers by chance: a short value counts only as a word of its own, in plain text.
  if (plain.length < 8) {
    const asWord = new RegExp(`(?<![0-9A-Za-z])${plain}(?![0-9A-Za-z])`)
    return [{ name, form: 'plain', found: (text) => asWord.test(text) }]
  }
  const distinct = new Map(
    Object.entries(forms)
      .map(([form, text]) => [text, form])
      .reverse() as [string, string][],
  )
  return [...distinct].map(([text, form]) => ({ name, form, found: needleIn(text, form) }))
}

function needleIn(needle: string, form: string): Needle['found'] {
  if (form.startsWith('base64')) {
    const urlSafe = needle.replaceAll('+', '-').replaceAll('/', '_')
    return (text) => text.includes(needle) || text.includes(urlSafe)
  }
  const ofAnyCase = needle.toLowerCase()
  return (_text, lower) => lower.includes(ofAnyCase)
}

/** Base64 of `bytes` after `offset` unknown bytes, without the characters that depend on neighbouring bytes. */
function base64Core(bytes: Buffer, offset: number): string {
  const encoded = Buffer.concat([Buffer.alloc(offset), bytes])
    .toString('base64')
    .replace(/=+$/, '')
  const end = Math.floor(((offset + bytes.length) * 8) / 6)
  return encoded.slice(Math.ceil((offset * 8) / 6), end)
}

export interface FoundText {
  /** Path from the root, such as `.cause.message` or `[entry]`; `util.inspect`, `JSON` or `String()` for a rendering of the whole value. */
  readonly where: string
  readonly text: string
}

/** Yields every text that code, a logger or a serializer can read from `value`. */
export function* reachableText(value: unknown): Generator<FoundText> {
  yield* walk(value, '', new Set())
  yield {
    where: 'util.inspect',
    text: attempt(() =>
      inspect(value, { depth: Infinity, showHidden: true, getters: true, maxArrayLength: null, maxStringLength: null }),
    ),
  }
  yield { where: 'JSON', text: attempt(() => JSON.stringify(value) ?? '') }
  yield { where: 'String()', text: attempt(() => String(value)) }
}

function* walk(value: unknown, where: string, seen: Set<object>): Generator<FoundText> {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') {
    yield { where: where || 'value', text: String(value) }
  } else if (typeof value === 'symbol') {
    yield { where, text: value.description ?? '' }
  } else if ((typeof value === 'object' && value !== null) || typeof value === 'function') {
    if (seen.has(value)) return
    seen.add(value)
    yield* insideOf(value, where, seen)
  }
}

function* insideOf(value: object, where: string, seen: Set<object>): Generator<FoundText> {
  if (ArrayBuffer.isView(value)) {
    yield {
      where: `${where}(bytes)`,
      text: Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('utf8'),
    }
    return
  }
  if (value instanceof ArrayBuffer) {
    yield { where: `${where}(bytes)`, text: Buffer.from(value).toString('utf8') }
    return
  }
  // The contents of Maps, Sets, Headers and URLSearchParams are not properties.
  if (typeof value !== 'function' && !Array.isArray(value) && isIterable(value)) {
    for (const entry of attemptAll(value)) yield* walk(entry, `${where}[entry]`, seen)
  }
  for (const { key, read } of propertiesOf(value)) {
    const path = `${where}.${String(key)}`
    yield { where: `${path} (name)`, text: typeof key === 'symbol' ? (key.description ?? '') : key }
    yield* walk(read(), path, seen)
  }
}

interface Property {
  readonly key: string | symbol
  readonly read: () => unknown
}

/** Own properties, including non-enumerable and symbol ones, and getters of its classes. */
function* propertiesOf(value: object): Generator<Property> {
  for (let owner: object | null = value; owner && !BUILT_IN.has(owner); owner = Object.getPrototypeOf(owner)) {
    for (const key of Reflect.ownKeys(owner)) {
      const descriptor = Reflect.getOwnPropertyDescriptor(owner, key)
      if (owner !== value && !descriptor?.get) continue
      yield { key, read: () => attemptRead(value, key) }
    }
  }
}

/** Prototypes of the language and the platform; their getters are not read. */
const BUILT_IN: ReadonlySet<object> = new Set(
  Object.getOwnPropertyNames(globalThis).flatMap((name) => {
    const global: unknown = Reflect.get(globalThis, name)
    const prototype: unknown = typeof global === 'function' ? global.prototype : undefined
    return typeof prototype === 'object' && prototype !== null ? [prototype] : []
  }),
)

function isIterable(value: object): value is Iterable<unknown> {
  return typeof attemptRead(value, Symbol.iterator) === 'function'
}

/** Returns what a throwing getter throws: an error can hold the secret as well. */
function attemptRead(value: object, key: string | symbol): unknown {
  try {
    return Reflect.get(value, key, value)
  } catch (failure) {
    return failure
  }
}

function attempt(render: () => string): string {
  try {
    return render()
  } catch (failure) {
    return failure instanceof Error ? failure.message : ''
  }
}

function attemptAll(value: Iterable<unknown>): unknown[] {
  try {
    return [...value]
  } catch {
    return []
  }
}
