import type { ReactNode } from 'react'
import { memo } from 'react'
import type { KeysetList } from '../api/keyset-list.ts'

interface TableRowProps<Row> {
  row: Row
  at: number
  /** Pixels from the table's first row. */
  top: number
  /** Absent: the row is stacked. */
  tracks: string | undefined
  measure: ((element: Element | null) => void) | undefined
  table: Pick<DataTableProps<Row>, 'columns' | 'onOpen' | 'nameOf' | 'hrefOf' | 'idOf'>
  cells: ReactNode[]
}

/** While the list is scrolled, a row that stays in sight is drawn once: its cells are made of the same things. */
export const TableRow = memo(Drawn, (before, now) =>
  (['row', 'at', 'top', 'tracks', 'measure', 'table'] as const).every((name) => before[name] === now[name]),
) as typeof Drawn

/** One row: a line of cells, or on a phone two or three lines. All of it opens it; its one link is for the keyboard. */
function Drawn<Row>({ row, at, top, tracks, measure, table, cells }: TableRowProps<Row>) {
  const { columns, onOpen, nameOf, hrefOf, idOf } = table
  const stacked = tracks === undefined
  const name = nameOf?.(row) ?? `Open ${idOf(row)}`
  return (
    // biome-ignore lint/a11y/useSemanticElements: moved into place, it is no table row to the browser
    // biome-ignore lint/a11y/useFocusableInteractive: its link takes the focus
    <div
      ref={measure}
      role="row"
      data-index={at}
      aria-rowindex={at + 2}
      style={{ transform: `translateY(${top}px)`, ...(stacked ? {} : { gridTemplateColumns: tracks }) }}
      className={`absolute inset-x-0 top-0 border-b border-rule px-2 has-[[data-row]]:hover:bg-brass-wash has-[[data-row]:focus-visible]:bg-brass-wash ${
        stacked ? 'grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 py-3' : 'grid h-11 items-center gap-4'
      }`}
    >
      {columns.map((column, index) => (
        // biome-ignore lint/a11y/useSemanticElements: as its row
        <div
          key={column.id}
          role="cell"
          className={`min-w-0 ${column.align === 'end' && !stacked ? 'text-right' : ''} ${stacked ? PHONE[column.phone ?? 'line'] : 'truncate'}`}
        >
          {index === 0 && onOpen && <RowLink name={name} href={hrefOf?.(row)} onOpen={() => onOpen(row)} />}
          {stacked && (column.phone ?? 'line') === 'line' && <span className="text-soft">{column.header} </span>}
          {/* Only what has a press of its own lies above the row's link. */}
          <span className="[&_:is(a,button,input)]:relative">{cells[index]}</span>
        </div>
      ))}
    </div>
  )
}

const PHONE = {
  head: 'order-1 font-strong',
  end: 'order-2 text-right',
  foot: 'order-3 text-sm',
  'foot-end': 'order-4 text-right text-sm text-soft',
  // Nothing behind its name: nothing at all.
  line: 'order-5 col-span-2 text-sm has-[>span:last-child:empty]:hidden',
  none: 'hidden',
} as const

/** Lies over the whole row: a press anywhere opens it, but for what has a press of its own. */
function RowLink({ name, href, onOpen }: { name: string; href: string | undefined; onOpen(): void }) {
  const look = 'absolute inset-0 focus-visible:-outline-offset-2'
  if (href === undefined) return <button type="button" data-row aria-label={name} onClick={onOpen} className={look} />
  return (
    <a
      data-row
      href={href}
      className={look}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
        event.preventDefault()
        onOpen()
      }}
    >
      <span className="unseen">{name}</span>
    </a>
  )
}

/** A column: how wide, on which side, and where it goes when rows are stacked on a phone. */
export interface Column<Row> {
  id: string
  header: string
  cell(row: Row): ReactNode
  /** A track of CSS grid; default `minmax(0, 1fr)`. */
  width?: string
  align?: 'end'
  /** On a phone: `head` and `end` stand in the first line, `foot` and `foot-end` in the second, each `line` in one of its own behind its name, `none` is left out. Default `line`. */
  phone?: 'head' | 'end' | 'foot' | 'foot-end' | 'line' | 'none'
  /** For a table whose order can be chosen: what a press on the header does. */
  sort?: { by: 'ascending' | 'descending' | 'none'; onSort(): void }
}

export interface DataTableProps<Row> {
  label: string
  columns: readonly Column<Row>[]
  list: KeysetList<Row>
  idOf(row: Row): string
  /** Opens one row: by a press, by Enter. The row's name for readers is `nameOf`. */
  onOpen?(row: Row): void
  nameOf?(row: Row): string
  /** Where a row leads, for a middle click or a copied address. */
  hrefOf?(row: Row): string
  /** Instead of rows, when there are none. */
  empty: ReactNode
}
