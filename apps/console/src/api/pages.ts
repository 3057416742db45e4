/** Pages of a list as they were read, each behind the cursor it was asked with; the first has none. */
export interface ReadPages<Row> {
  pages: { rows: Row[]; next?: string }[]
  pageParams: (string | undefined)[]
}

type IdOf<Row> = (row: Row) => string

/** All rows in order, each once: one that moved between two reads would else stand twice. */
export function flatten<Row>({ pages }: ReadPages<Row>, idOf: IdOf<Row>): Row[] {
  const [only] = pages
  if (pages.length === 1 && only) return only.rows
  const seen = new Set<string>()
  const rows: Row[] = []
  for (const page of pages) {
    for (const row of page.rows) {
      const id = idOf(row)
      if (seen.has(id)) continue
      seen.add(id)
      rows.push(row)
    }
  }
  return rows
}

/** Numbers of the pages to read again when these rows changed: where they stand, and the first, where a new one would. */
export function pagesToRead<Row>({ pages }: ReadPages<Row>, changed: ReadonlySet<string>, idOf: IdOf<Row>): number[] {
  return pages.flatMap(({ rows }, at) => (at === 0 || rows.some((row) => changed.has(idOf(row))) ? [at] : []))
}

/**
 * The list with one page read again. New rows push old ones over the first page's end, where the second page, behind its old
 * cursor, does not begin: those stay with the first. If all of it is new, what follows is unknown and is read when it is wanted.
 */
export function withPage<Row>(
  list: ReadPages<Row>,
  at: number,
  fresh: { rows: Row[]; next?: string },
  idOf: IdOf<Row>,
): ReadPages<Row> {
  const old = list.pages[at]
  if (!old || at > 0 || list.pages.length === 1) {
    return at === 0 && list.pages.length === 1
      ? { pages: [fresh], pageParams: [list.pageParams[0]] }
      : { ...list, pages: list.pages.map((page, index) => (index === at ? fresh : page)) }
  }
  const last = fresh.rows.at(-1)
  const end = last === undefined ? -1 : old.rows.findIndex((row) => idOf(row) === idOf(last))
  if (end < 0) return { pages: [fresh], pageParams: [list.pageParams[0]] }
  const known = new Set(fresh.rows.map(idOf))
  const pushed = old.rows.slice(end + 1).filter((row) => !known.has(idOf(row)))
  const first = { ...old, rows: [...fresh.rows, ...pushed] }
  return { ...list, pages: [first, ...list.pages.slice(1)] }
}
