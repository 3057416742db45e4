import { memo, type ReactNode } from 'react'
import type { KeysetList } from '../api/keyset-list.ts'

export interface Column<Row> {
  id: string
  header: string
  cell(row: Row): ReactNode
  /** A CSS grid track. @default 'minmax(0, 1fr)' */
  width?: string
  align?: 'end'
  /**
   * Place on a phone, where rows are stacked: `head` and `end` share the first line, `foot` and `foot-end` the second, each
   * `line` has one of its own after its header, `none` is hidden. @default 'line'
   */
  phone?: 'head' | 'end' | 'foot' | 'foot-end' | 'line' | 'none'
  /** Makes the header a button that changes the order of the rows. */
  sort?: { by: 'ascending' | 'descending' | 'none'; onSort(): void }
}

export interface DataTableProps<Row> {
  label: string
  columns: readonly Column<Row>[]
  list: KeysetList<Row>
  idOf(row: Row): string
  /** Called when a row is pressed, or on Enter. */
  onOpen?(row: Row): void
  /** Accessible name of a row's link. @default `Open` and the row's id */
  nameOf?(row: Row): string
  /** Address of a row, so that it can be copied or opened in a new tab. */
  hrefOf?(row: Row): string
  /** Shown when there are no rows. */
  empty: ReactNode
}

interface TableRowProps<Row> {
  row: Row
  at: number
  /** Pixels from the table's first row. */
  top: number
  /** CSS grid tracks; undefined when the row is stacked. */
  tracks: string | undefined
  measure: ((element: Element | null) => void) | undefined
  table: Pick<DataTableProps<Row>, 'columns' | 'onOpen' | 'nameOf' | 'hrefOf' | 'idOf'>
}

/** One row. Its whole area is the link; links and buttons in its cells lie above it. Memoized: scrolling does not render it again. */
export const TableRow = memo(function TableRow<Row>({ row, at, top, tracks, measure, table }: TableRowProps<Row>) {
  const { columns, onOpen, nameOf, hrefOf, idOf } = table
  const stacked = tracks === undefined
  const name = nameOf?.(row) ?? `Open ${idOf(row)}`
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows are positioned absolutely
    // biome-ignore lint/a11y/useFocusableInteractive: the row's link takes the focus
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
        // biome-ignore lint/a11y/useSemanticElements: as the row
        <div
          key={column.id}
          role="cell"
          className={`min-w-0 ${column.align === 'end' && !stacked ? 'text-right' : ''} ${stacked ? PHONE_CLASSES[column.phone ?? 'line'] : 'truncate'}`}
        >
          {index === 0 && onOpen && <RowLink name={name} href={hrefOf?.(row)} onOpen={() => onOpen(row)} />}
          {stacked && (column.phone ?? 'line') === 'line' && <span className="text-soft">{column.header} </span>}
          <span className="[&_:is(a,button,input)]:relative">{column.cell(row)}</span>
        </div>
      ))}
    </div>
  )
}) as <Row>(props: TableRowProps<Row>) => ReactNode

const PHONE_CLASSES = {
  head: 'order-1 font-strong',
  end: 'order-2 text-right',
  foot: 'order-3 text-sm',
  'foot-end': 'order-4 text-right text-sm text-soft',
  // Without a value the header is hidden as well.
  line: 'order-5 col-span-2 text-sm has-[>span:last-child:empty]:hidden',
  none: 'hidden',
} as const

function RowLink({ name, href, onOpen }: { name: string; href: string | undefined; onOpen(): void }) {
  const cover = 'absolute inset-0 focus-visible:-outline-offset-2'
  if (href === undefined) {
    return <button type="button" data-row aria-label={name} onClick={onOpen} className={cover} />
  }
  return (
    <a
      data-row
      href={href}
      className={cover}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
        event.preventDefault()
        onOpen()
      }}
    >
      <span className="sr-only">{name}</span>
    </a>
  )
}
