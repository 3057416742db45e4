import { inspect } from 'node:util'

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
