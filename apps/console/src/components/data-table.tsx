import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useNarrow } from '../api/browser.ts'
import { messages } from '../i18n/messages.ts'
import { listEnglish, pageEnglish } from './english.ts'
import { onRowKeys } from './keyboard.ts'
import { leftRow, useHistoryEntry, useReturnToRow } from './left-row.ts'
import { ErrorNote, Loading } from './page.tsx'
import { type Column, type DataTableProps, TableRow } from './table-row.tsx'

const p = messages('components/page', pageEnglish)

const t = messages('components/list', listEnglish)

const ROW_PX = 36
const STACKED_ROW_PX = 76
/** The next page is loaded this many rows before the end is reached. */
const PREFETCH_ROWS = 20

/** A virtualized table of a keyset list: only the rows in view are rendered. Arrow keys, j and k move the focus between rows. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { list, label, empty } = props
  if (list.rows === undefined) {
    return list.error ? (
      <ErrorNote error={list.error} what={p.notLoaded(label)} onRetry={list.retry} />
    ) : (
      <Loading what={label} lines={8} />
    )
  }
  if (list.rows.length === 0) return <>{empty}</>
  return <Rows {...props} rows={list.rows} />
}

function Rows<Row>(props: DataTableProps<Row> & { rows: Row[] }) {
  const { label, columns, list, rows, idOf } = props
  const table = useRef<HTMLDivElement>(null)
  const { offset, width } = useBox(table)
  // Beside the navigation, a window that is wide enough may leave too little for the columns.
  const tooNarrow = width < minimumWidth(columns)
  const narrow = useNarrow() || tooNarrow
  // Stable while the rows are the same: a new function makes the virtualizer measure all rows again, in each frame.
  const getItemKey = useCallback(
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
    getItemKey,
  })
  // The virtualizer keeps the heights that it estimated for rows of the other kind.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the kind of row changes
  useLayoutEffect(() => virtual.measure(), [narrow])
  const items = virtual.getVirtualItems()
  const from = items[0]?.index ?? 0
  const to = (items.at(-1)?.index ?? -1) + 1

  const { loadMore, hasMore, loadingMore, error } = list
  useEffect(() => {
    // After an error the user retries, so that a failing page is not requested endlessly.
    if (hasMore && !loadingMore && !error && to > rows.length - PREFETCH_ROWS) loadMore()
  }, [hasMore, loadingMore, error, loadMore, to, rows.length])
  useScrollAnchor(rows, from, idOf, (by) => window.scrollBy(0, by * (narrow ? STACKED_ROW_PX : ROW_PX)))

  const entry = useHistoryEntry()
  useReturnToRow({ entry, table, rows, idOf, show: (index) => virtual.scrollToIndex(index, { align: 'center' }) })
  // Stable while the table is scrolled: rows are not rendered again.
  const rowProps = useMemo(() => {
    const { onOpen, idOf } = props
    if (!onOpen) return props
    return {
      ...props,
      onOpen(row: Row) {
        leftRow.set({ id: idOf(row), entry })
        onOpen(row)
      },
    }
  }, [props, entry])
  const tracks = columns.map(({ width = 'minmax(0, 1fr)' }) => width).join(' ')

  return (
    <div className={list.outdated ? 'opacity-60' : ''}>
      {/* biome-ignore lint/a11y/useSemanticElements: rows are positioned absolutely */}
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
          className={narrow ? 'sr-only' : 'sticky top-(--head) z-10 border-b border-rule-strong bg-paper'}
        >
          {/* biome-ignore lint/a11y/useSemanticElements: as the table */}
          {/* biome-ignore lint/a11y/useFocusableInteractive: a row of headers is not interactive */}
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
          {items.map((item) => {
            const row = rows[item.index]
            return (
              row !== undefined && (
                <TableRow
                  key={item.key}
                  row={row}
                  at={item.index}
                  top={item.start - offset}
                  measure={narrow ? virtual.measureElement : undefined}
                  tracks={narrow ? undefined : tracks}
                  table={rowProps}
                />
              )
            )
          })}
        </div>
      </div>
      {error && <ErrorNote error={error} what={p.restNotLoaded(label)} onRetry={list.retry} />}
      <p role="status" className="py-3 text-center text-sm text-soft">
        {loadingMore ? t.loadingMore : hasMore ? '' : endText(rows.length)}
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
      className={`py-0.5 text-sm font-strong text-soft ${align === 'end' ? 'text-right' : ''}`}
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

/** Pixels from the top of the page to the table, and its width; the content above it may change its height. */
function useBox(table: RefObject<HTMLDivElement | null>): { offset: number; width: number } {
  const [box, setBox] = useState({ offset: 0, width: Number.POSITIVE_INFINITY })
  useLayoutEffect(() => {
    const measure = () => {
      const found = table.current?.getBoundingClientRect()
      if (!found) return
      const next = { offset: Math.round(found.top + window.scrollY), width: Math.round(found.width) }
      setBox((last) => (last.offset === next.offset && last.width === next.width ? last : next))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [table])
  return box
}

const REM_PX = 16
/** Least width of a column that may shrink. */
const LEAST_COLUMN_REM = 4.5
const GAP_REM = 1

/** Pixels below which the columns of a table would leave its box or hide what they hold. */
export function minimumWidth(columns: readonly Pick<Column<never>, 'width'>[]): number {
  const tracks = columns.map(({ width = '' }) =>
    Number(/^(?:minmax\()?([\d.]+)rem/.exec(width)?.[1] ?? LEAST_COLUMN_REM),
  )
  // Padding on both sides is as wide as one gap.
  return tracks.reduce((sum, track) => sum + track + GAP_REM, 0) * REM_PX
}

/** While the user reads further down, rows inserted above do not move the view: `scrollBy` gets their number. */
function useScrollAnchor<Row>(
  rows: readonly Row[],
  from: number,
  idOf: (row: Row) => string,
  scrollBy: (rows: number) => void,
) {
  const before = useRef({ rows, from })
  useLayoutEffect(() => {
    const last = before.current
    before.current = { rows, from }
    if (last.rows === rows || last.from === 0) return
    const by = rowsInsertedAbove(last.rows, rows, last.from, idOf)
    if (by > 0) scrollBy(by)
  })
}

/** Fewer rows are seen to be all. */
const MIN_COUNTED = 10

/** Returns the text below the last row of a list. */
export const endText = (rows: number): string => (rows < MIN_COUNTED ? '' : t.all(rows))

/** A live event inserts few rows; a larger shift is another list. */
const MAX_INSERTED = 200

/** By how many rows the row at `from` moved down; 0 when it is no longer in the list. */
export function rowsInsertedAbove<Row>(
  before: readonly Row[],
  now: readonly Row[],
  from: number,
  idOf: (row: Row) => string,
): number {
  const anchor = before[from]
  if (anchor === undefined) return 0
  const id = idOf(anchor)
  for (let by = 0; by <= MAX_INSERTED; by += 1) {
    const row = now[from + by]
    if (row !== undefined && idOf(row) === id) return by
  }
  return 0
}
