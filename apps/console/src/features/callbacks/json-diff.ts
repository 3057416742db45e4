import { fieldPath, itemPath } from '../../components/json/json-tree.ts'

/** One difference between two JSON values. `path` is for display: `payload.paymentDetails[0].state`. */
export type Change =
  | { readonly kind: 'added'; readonly path: string; readonly after: unknown }
  | { readonly kind: 'removed'; readonly path: string; readonly before: unknown }
  | { readonly kind: 'changed'; readonly path: string; readonly before: unknown; readonly after: unknown }

type Fields = { readonly [name: string]: unknown }

/** The field that identifies the items of the provider's lists. */
const ITEM_ID = 'transactionId'

/** The differences between two JSON values, in the order of the newer one. The order of object fields is ignored. */
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
    const at = fieldPath(path, name)
    if (Object.hasOwn(before, name)) yield* changesAt(at, before[name], value)
    else yield { kind: 'added', path: at, after: value }
  }
  for (const [name, value] of Object.entries(before)) {
    if (!Object.hasOwn(after, name)) yield { kind: 'removed', path: fieldPath(path, name), before: value }
  }
}

/** Items with unique ids are compared by id, others by index. */
function* listChanges(path: string, before: readonly unknown[], after: readonly unknown[]): Generator<Change> {
  const [oldIds, newIds] = [idsOf(before), idsOf(after)]
  const byId = oldIds !== undefined && newIds !== undefined
  const indexBefore = (at: number) => (byId ? oldIds.indexOf(newIds[at] ?? '') : at < before.length ? at : -1)
  const matched = new Set<number>()
  for (const [at, value] of after.entries()) {
    const index = indexBefore(at)
    matched.add(index)
    if (index < 0) yield { kind: 'added', path: itemPath(path, at), after: value }
    else yield* changesAt(itemPath(path, at), before[index], value)
  }
  for (const [at, value] of before.entries()) {
    if (!matched.has(at)) yield { kind: 'removed', path: itemPath(path, at), before: value }
  }
}

/** The ids of the items; undefined unless every item has one and all are different. */
function idsOf(list: readonly unknown[]): string[] | undefined {
  const ids = list.map((item) => (isFields(item) ? item[ITEM_ID] : undefined))
  const areUnique = ids.every((id) => typeof id === 'string') && new Set(ids).size === ids.length
  return areUnique ? (ids as string[]) : undefined
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
