/** One difference between two messages. `path` is for eyes: `payload.paymentDetails[0].state`. */
export type Change =
  | { readonly kind: 'added'; readonly path: string; readonly after: unknown }
  | { readonly kind: 'removed'; readonly path: string; readonly before: unknown }
  | { readonly kind: 'changed'; readonly path: string; readonly before: unknown; readonly after: unknown }

type Fields = { readonly [name: string]: unknown }

/** A field by which the provider tells the items of a list apart. */
const NAME_OF_ITEM = 'transactionId'

/** What differs between two JSON values, by path, in the order of the newer one. The order of an object's fields says nothing. */
export function diffJson(before: unknown, after: unknown): Change[] {
  return [...changesAt('', before, after)]
}

function* changesAt(path: string, before: unknown, after: unknown): Generator<Change> {
  if (Array.isArray(before) && Array.isArray(after)) yield* listChanges(path, before, after)
  else if (isFields(before) && isFields(after)) yield* fieldChanges(path, before, after)
  else if (before !== after) yield { kind: 'changed', path, before, after }
}

function* fieldChanges(path: string, before: Fields, after: Fields): Generator<Change> {
  for (const [name, value] of Object.entries(after)) {
    const at = step(path, name)
    if (Object.hasOwn(before, name)) yield* changesAt(at, before[name], value)
    else yield { kind: 'added', path: at, after: value }
  }
  for (const [name, value] of Object.entries(before)) {
    if (!Object.hasOwn(after, name)) yield { kind: 'removed', path: step(path, name), before: value }
  }
}

/** Items with a name of their own are compared with their namesakes, wherever they stand; others by their place. */
function* listChanges(path: string, before: readonly unknown[], after: readonly unknown[]): Generator<Change> {
  const [old, young] = [namesOf(before), namesOf(after)]
  const named = old !== undefined && young !== undefined
  const oldAt = (at: number) => (named ? old.indexOf(young[at] ?? '') : at < before.length ? at : -1)
  const met = new Set<number>()
  for (const [at, value] of after.entries()) {
    const place = oldAt(at)
    met.add(place)
    if (place < 0) yield { kind: 'added', path: `${path}[${at}]`, after: value }
    else yield* changesAt(`${path}[${at}]`, before[place], value)
  }
  for (const [at, value] of before.entries()) {
    if (!met.has(at)) yield { kind: 'removed', path: `${path}[${at}]`, before: value }
  }
}

/** Undefined unless every item has a name, and none has another's. */
function namesOf(list: readonly unknown[]): string[] | undefined {
  const names = list.map((item) => (isFields(item) ? item[NAME_OF_ITEM] : undefined))
  const all = names.every((name) => typeof name === 'string') && new Set(names).size === names.length
  return all ? (names as string[]) : undefined
}

function step(path: string, name: string): string {
  if (!/^[A-Za-z_$][\w$]*$/.test(name)) return `${path}[${JSON.stringify(name)}]`
  return path === '' ? name : `${path}.${name}`
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
