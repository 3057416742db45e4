import { type ColumnDef, tableFeatures, useTable } from '@tanstack/react-table'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useNarrow } from '../api/browser.ts'
import { onRowKeys } from './keyboard.ts'
import { ErrorNote, Loading } from './page.tsx'
import { type Column, type DataTableProps, TableRow } from './table-row.tsx'

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

/** New rows come on top one by one, not by the hundred. */
const REACH = 200

/** While somebody reads further down, rows that come in above push nothing away: `shift` is told by how many rows. */
export function useAnchor<Row>(
  rows: readonly Row[],
  from: number,
  idOf: (row: Row) => string,
  shift: (by: number) => void,
) {
  const before = useRef({ rows, from })
  useLayoutEffect(() => {
    const was = before.current
    before.current = { rows, from }
    if (was.rows === rows || was.from === 0) return
    const by = movedBy(was.rows, rows, was.from, idOf)
    if (by > 0) shift(by)
  })
}

/** By how many rows the row at `from` stands further down than it did; 0 when it is gone. */
export function movedBy<Row>(
  was: readonly Row[],
  now: readonly Row[],
  from: number,
  idOf: (row: Row) => string,
): number {
  const anchor = was[from]
  if (anchor === undefined) return 0
  const id = idOf(anchor)
  for (let by = 0; by <= REACH; by += 1) {
    const row = now[from + by]
    if (row !== undefined && idOf(row) === id) return by
  }
  return 0
}
