import { type ColumnDef, tableFeatures, useTable } from '@tanstack/react-table'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { KeysetList } from '../api/keyset-list.ts'
import { useNarrow } from '../lib/use-media.ts'
import { ErrorNote } from './error-note.tsx'
import { Loading } from './loading.tsx'
import { onRowKeys } from './row-keys.ts'
import { TableRow } from './table-row.tsx'
import { useAnchor } from './use-anchor.ts'

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

const features = tableFeatures({})

const ROW_PX = 44
const STACKED_ROW_PX = 76
/** So many rows before the end the next page is fetched. */
const AHEAD = 30

/** Rows of the books: only those in sight are drawn, more are fetched before they are reached, arrows or j and k walk through them. */
export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { list, label, empty } = props
  if (list.rows === undefined) {
    return list.error ? (
      <ErrorNote error={list.error} what={`${label} could not be read.`} onRetry={list.retry} />
    ) : (
      <Loading what={label} lines={8} />
    )
  }
  if (list.rows.length === 0) return <>{empty}</>
  return <Rows {...props} rows={list.rows} />
}

function Rows<Row extends object>(props: DataTableProps<Row> & { rows: Row[] }) {
  const { label, columns, list, rows, idOf } = props
  const narrow = useNarrow()
  const table = useRef<HTMLDivElement>(null)
  const offset = useOffset(table)
  // The same function while the rows are the same: with a new one all of them would be measured anew, in each frame.
  const keyOf = useCallback(
    (at: number) => {
      const row = rows[at]
      return row ? idOf(row) : at
    },
    [rows, idOf],
  )
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => (narrow ? STACKED_ROW_PX : ROW_PX),
    overscan: 12,
    scrollMargin: offset,
    getItemKey: keyOf,
  })
  const items = virtual.getVirtualItems()
  const from = items[0]?.index ?? 0
  const to = (items.at(-1)?.index ?? -1) + 1

  const { loadMore, hasMore, loadingMore, error } = list
  useEffect(() => {
    // One that failed waits for a person: else it would be asked for without end.
    if (hasMore && !loadingMore && !error && to > rows.length - AHEAD) loadMore()
  }, [hasMore, loadingMore, error, loadMore, to, rows.length])
  useAnchor(rows, from, idOf, (by) => window.scrollBy(0, by * (narrow ? STACKED_ROW_PX : ROW_PX)))

  // The table's own model is built of the rows in sight: built of all, it would be built anew for each page that comes.
  const shown = useMemo(() => rows.slice(from, to), [rows, from, to])
  const defs = useMemo(
    () =>
      columns.map(
        ({ id, header, cell }): ColumnDef<typeof features, Row> => ({
          id,
          header: () => header,
          cell: ({ row }) => cell(row.original),
        }),
      ),
    [columns],
  )
  const model = useTable({ features, columns: defs, data: shown })
  const tracks = columns.map(({ width = 'minmax(0, 1fr)' }) => width).join(' ')

  return (
    <div className={list.outdated ? 'opacity-60' : ''}>
      {/* biome-ignore lint/a11y/useSemanticElements: rows that are moved into place are no table rows to the browser */}
      <div
        ref={table}
        role="table"
        aria-label={label}
        aria-rowcount={hasMore ? -1 : rows.length + 1}
        aria-busy={list.outdated}
        onKeyDown={onRowKeys}
      >
        {/* biome-ignore lint/a11y/useSemanticElements: as the table */}
        <div
          role="rowgroup"
          className={narrow ? 'unseen' : 'sticky top-(--head) z-10 border-b border-rule-strong bg-paper'}
        >
          {/* biome-ignore lint/a11y/useSemanticElements: as the table */}
          {/* biome-ignore lint/a11y/useFocusableInteractive: a row of names is not for the focus */}
          <div
            role="row"
            aria-rowindex={1}
            className="grid items-end gap-4 px-2"
            style={{ gridTemplateColumns: tracks }}
          >
            {columns.map((column) => (
              <HeaderCell key={column.id} column={column} />
            ))}
          </div>
        </div>
        {/* biome-ignore lint/a11y/useSemanticElements: as the table */}
        <div role="rowgroup" className="relative" style={{ height: virtual.getTotalSize() }}>
          {model.getRowModel().rows.map((row, index) => {
            const item = items[index]
            return (
              item && (
                <TableRow
                  key={item.key}
                  row={row.original}
                  at={item.index}
                  top={item.start - offset}
                  measure={narrow ? virtual.measureElement : undefined}
                  tracks={narrow ? undefined : tracks}
                  table={props}
                  cells={row.getAllCells().map((cell) => <model.FlexRender key={cell.id} cell={cell} />)}
                />
              )
            )
          })}
        </div>
      </div>
      {error && <ErrorNote error={error} what={`The rest of ${label} could not be read.`} onRetry={list.retry} />}
      <p role="status" className="py-3 text-center text-sm text-soft">
        {loadingMore ? 'Reading more…' : hasMore ? '' : `All ${rows.length.toLocaleString('en-IN')} shown.`}
      </p>
    </div>
  )
}

function HeaderCell<Row>({ column }: { column: Column<Row> }) {
  const { header, align, sort } = column
  return (
    // biome-ignore lint/a11y/useSemanticElements: as the table
    // biome-ignore lint/a11y/useFocusableInteractive: its button takes the focus, where there is one
    <div
      role="columnheader"
      aria-sort={sort?.by}
      className={`py-2 text-sm font-strong text-soft ${align === 'end' ? 'text-right' : ''}`}
    >
      {sort ? (
        <button type="button" onClick={sort.onSort} className="font-strong hover:text-ink hover:underline">
          {header}
          {sort.by === 'descending' && <ArrowDown size={14} aria-hidden className="ml-1 inline" />}
          {sort.by === 'ascending' && <ArrowUp size={14} aria-hidden className="ml-1 inline" />}
        </button>
      ) : (
        header
      )}
    </div>
  )
}

/** How far down the page the rows begin: what stands above them may grow. */
function useOffset(table: React.RefObject<HTMLDivElement | null>): number {
  const [offset, setOffset] = useState(0)
  useLayoutEffect(() => {
    const measure = () => {
      const top = table.current?.getBoundingClientRect().top
      if (top !== undefined) setOffset(Math.round(top + window.scrollY))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [table])
  return offset
}
