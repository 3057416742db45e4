/** Children of an object or a list that are listed one by one; more are put into groups, so that no node has more rows than this. */
export const GROUP_SIZE = 100
/** Rows and levels that are open at first. */
export const FIRST = { rows: 200, levels: 12 }
/** Rows and levels that "Open all" opens at most: more would be slow to draw. */
export const ALL = { rows: 2_000, levels: 100 }
/** Matches that a search counts. */
export const MAX_MATCHES = 10_000

/** A value of a JSON document and where it is. */
export interface JsonNode {
  /** Path for display and copying, unique in the document: `payload.paymentDetails[0].state`, empty for the document. */
  readonly path: string
  /** The names that lead here, joined with dots: how the gateway names a masked value. */
  readonly dotted: string
  /** Name of an object's field, index of a list's item, undefined for the document and for a group. */
  readonly name: string | number | undefined
  readonly value: unknown
  /** A group: the children of `value` from `from` up to but without `to`. */
  readonly range?: { readonly from: number; readonly to: number; readonly names: readonly string[] | undefined }
}

export const rootOf = (value: unknown, dotted = ''): JsonNode => ({ path: '', dotted, name: undefined, value })

/** Path of a field: `payload.state`, or `headers["x-verify"]` where the name is not an identifier. */
export function fieldPath(path: string, name: string): string {
  if (!/^[A-Za-z_$][\w$]*$/.test(name)) return `${path}[${JSON.stringify(name)}]`
  return path === '' ? name : `${path}.${name}`
}

/** Path of a list's item: `paymentDetails[0]`. */
export const itemPath = (path: string, index: number): string => `${path}[${index}]`

export function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** Number of fields or items. */
export const countOf = (value: object): number => (Array.isArray(value) ? value.length : Object.keys(value).length)

/** The fields, items or groups of a node, in the order of the document. */
export function childrenOf(node: JsonNode): JsonNode[] {
  const { value, range } = node
  if (!isContainer(value)) return []
  // A group knows the names already: thousands of groups may share one object.
  const names = range ? range.names : Array.isArray(value) ? undefined : Object.keys(value)
  const { from, to } = range ?? { from: 0, to: names?.length ?? (value as readonly unknown[]).length }
  const step = groupSize(to - from)
  const starts = Array.from({ length: Math.ceil((to - from) / step) }, (_, at) => from + at * step)
  if (step === 1) return starts.map((at) => childAt(node, names, at))
  return starts.map((start) => {
    const end = Math.min(start + step, to)
    const path = `${groupBase(node)}[${start}…${end - 1}]`
    return { ...node, path, name: undefined, range: { from: start, to: end, names } }
  })
}

/** Path of the object or list that a group is a part of. */
const groupBase = ({ path, range }: JsonNode): string => (range ? path.slice(0, path.lastIndexOf('[')) : path)

function childAt(node: JsonNode, names: readonly string[] | undefined, at: number): JsonNode {
  const base = groupBase(node)
  const name = names?.[at]
  const dotted = (part: string | number) => (node.dotted === '' ? String(part) : `${node.dotted}.${part}`)
  if (name === undefined) {
    const items = node.value as readonly unknown[]
    return { path: itemPath(base, at), dotted: dotted(at), name: at, value: items[at] }
  }
  const fields = node.value as { readonly [name: string]: unknown }
  return { path: fieldPath(base, name), dotted: dotted(name), name, value: fields[name] }
}

/** Children a group holds: 1 where none is needed, otherwise 100, 10 000 and so on. */
function groupSize(count: number): number {
  let size = 1
  while (count / size > GROUP_SIZE) size *= GROUP_SIZE
  return size
}

/** The paths of the objects, lists and groups to open: level by level, without those whose children would be too many rows. */
export function openPaths(root: JsonNode, most = FIRST): Set<string> {
  const open = new Set<string>()
  let rows = 0
  let level = [root]
  for (let depth = 0; depth < most.levels && level.length > 0; depth += 1) {
    const next: JsonNode[] = []
    for (const node of level) {
      const children = childrenOf(node)
      if (children.length === 0) continue
      // The document itself is always open.
      if (depth > 0 && rows + children.length > most.rows) continue
      rows += children.length
      open.add(node.path)
      next.push(...children)
    }
    level = next.filter(({ value }) => isContainer(value))
  }
  return open
}

export interface Match {
  readonly path: string
  /** The nodes that have to be open to see it. */
  readonly parents: readonly string[]
}

/** Where a text occurs in names and values, in the order of the document; upper and lower case are the same. At most 10 000. */
export function findMatches(root: JsonNode, text: string): Match[] {
  const wanted = text.toLowerCase()
  if (wanted === '') return []
  const matches: Match[] = []
  // A loop, not a recursion: a document may be nested deeper than the stack.
  const stack: { node: JsonNode; parents: Parents | undefined }[] = [{ node: root, parents: undefined }]
  for (let next = stack.pop(); next && matches.length < MAX_MATCHES; next = stack.pop()) {
    const { node, parents } = next
    if (nodeText(node).some((part) => part.toLowerCase().includes(wanted))) {
      matches.push({ path: node.path, parents: listOf(parents) })
    }
    const inner = { path: node.path, above: parents }
    for (const child of childrenOf(node).reverse()) stack.push({ node: child, parents: inner })
  }
  return matches
}

interface Parents {
  readonly path: string
  readonly above: Parents | undefined
}

function listOf(parents: Parents | undefined): string[] {
  const list: string[] = []
  for (let one = parents; one; one = one.above) list.push(one.path)
  return list
}

/** Returns the texts that a search looks at: a field's name and a leaf's text. */
function nodeText({ name, value }: JsonNode): string[] {
  const texts = typeof name === 'string' ? [name] : []
  return isContainer(value) ? texts : [...texts, leafText(value)]
}

/** A string without its quotes and escapes, anything else as JSON writes it. */
export const leafText = (value: unknown): string => (typeof value === 'string' ? value : String(value))

/** The parts of a text, each with whether the searched text is in it. */
export function highlight(text: string, searched: string): { part: string; at: number; found: boolean }[] {
  const wanted = searched.toLowerCase()
  const lower = text.toLowerCase()
  // A letter that is longer in lower case would move the positions.
  if (wanted === '' || lower.length !== text.length) return [{ part: text, at: 0, found: false }]
  const parts: { part: string; at: number; found: boolean }[] = []
  let done = 0
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, done)) {
    if (at > done) parts.push({ part: text.slice(done, at), at: done, found: false })
    done = at + wanted.length
    parts.push({ part: text.slice(at, done), at, found: true })
  }
  if (done < text.length) parts.push({ part: text.slice(done), at: done, found: false })
  return parts
}
