import { type MouseEvent, memo, type ReactNode } from 'react'
import type { KeysetList } from '../api/keyset-list.ts'
import { messages } from '../i18n/messages.ts'
import { CopyButton } from './copy.tsx'
import { listEnglish } from './english.ts'

const t = messages('components/list', listEnglish)

/** Classes of a text that may wrap: a row of a table has place for two lines, a row of a phone for all. */
export const TWO_LINES = 'whitespace-normal wrap-anywhere md:line-clamp-2 md:pb-0.5 md:leading-[1.0625rem]'

export interface Column<Row> {
  id: string
  header: string
  /** The content. In the cell that links to the row it contains no link and no button. */
  cell(row: Row): ReactNode
  /** A second, smaller line, outside of the row's link. On a phone the cell at `head` has none. */
  second?(row: Row): ReactNode
  /** Shown before the content and outside of the row's link: a checkbox. */
  lead?(row: Row): ReactNode
  /** An id in this cell; a button that copies it appears on hover and focus. */
  copy?(row: Row): { value: string; what: string } | undefined
  /** A CSS grid track. @default 'minmax(0, 1fr)' */
  width?: string
  align?: 'end'
  /**
   * Place on a phone, where rows are stacked: `head` and `end` share the first line, `foot` and `foot-end` the second, each
   * `line` has one of its own after its header, `none` is hidden. The cell at `head`, else the first one, links to the row. @default 'line'
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

/** One row. One cell is its link; a press elsewhere opens it as well, unless text is being selected; on a phone the link covers the row. Memoized: scrolling does not render it again. */
export const TableRow = memo(function TableRow<Row>({ row, at, top, tracks, measure, table }: TableRowProps<Row>) {
  const { columns, onOpen, nameOf, hrefOf, idOf } = table
  const stacked = tracks === undefined
  const linked = columns.find(({ phone }) => phone === 'head') ?? columns[0]
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows are positioned absolutely
    // biome-ignore lint/a11y/useFocusableInteractive: the row's link takes the focus
    // biome-ignore lint/a11y/useKeyWithClickEvents: the row's link has the keys
    <div
      ref={measure}
      role="row"
      data-index={at}
      aria-rowindex={at + 2}
      onClick={stacked || !onOpen ? undefined : (event) => isPlainPress(event) && onOpen(row)}
      style={{ transform: `translateY(${top}px)`, ...(stacked ? {} : { gridTemplateColumns: tracks }) }}
      className={`group absolute inset-x-0 top-0 border-b border-rule px-2 has-[[data-row]]:cursor-pointer has-[[data-row]]:hover:bg-brass-wash has-[[data-row]:focus-visible]:bg-brass-wash ${
        stacked
          ? 'grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1 py-3 sm:flex sm:flex-wrap'
          : 'grid h-9 items-center gap-4'
      }`}
    >
      {columns.map((column) => {
        const isLine = stacked && (column.phone ?? 'line') === 'line'
        const copied = column.copy?.(row)
        const content = column.cell(row)
        const second = column.second?.(row)
        return (
          // biome-ignore lint/a11y/useSemanticElements: as the row
          <div
            key={column.id}
            role="cell"
            className={`flex min-w-0 items-center gap-1 ${column.align === 'end' && !stacked ? 'justify-end' : ''} ${stacked ? PHONE_CLASSES[column.phone ?? 'line'] : ''}`}
          >
            {isLine && <span className="shrink-0 text-soft">{column.header}</span>}
            {column.lead && <span className="relative z-1 flex">{column.lead(row)}</span>}
            <span
              className={
                stacked
                  ? `min-w-0 wrap-anywhere empty:hidden ${column === linked ? '' : '[&_:is(a,button)]:relative'}`
                  : `min-w-0 truncate ${column.align === 'end' ? 'text-right' : ''} ${column.second ? 'pb-[3px] leading-[1.125rem] [&_.font-mono]:leading-[inherit]' : ''}`
              }
            >
              {column === linked && onOpen ? (
                <RowLink
                  name={nameOf?.(row) ?? t.open(idOf(row))}
                  href={hrefOf?.(row)}
                  covers={stacked}
                  onOpen={() => onOpen(row)}
                >
                  {content}
                </RowLink>
              ) : (
                content
              )}
              {second && !(stacked && column === linked) && (
                <span className="block truncate text-xs leading-4 text-soft empty:hidden">{second}</span>
              )}
            </span>
            {copied && (
              <CopyButton
                {...copied}
                className="opacity-0 group-hover:opacity-100 focus-visible:opacity-100 pointer-coarse:hidden"
              />
            )}
          </div>
        )
      })}
    </div>
  )
}) as <Row>(props: TableRowProps<Row>) => ReactNode

const PHONE_CLASSES = {
  head: 'order-1 font-strong sm:basis-[calc(100%-14rem)]',
  end: 'order-2 justify-end text-right sm:basis-[13rem]',
  foot: 'order-3 text-sm',
  'foot-end': 'order-4 justify-end text-right text-sm text-soft',
  // Without a value the header is hidden as well. Where there is room, several share a line.
  line: 'order-5 col-span-2 text-sm has-[>span:last-child:empty]:hidden',
  none: 'hidden',
} as const

/** A press with the main button, on nothing that has a use of its own, and not the end of a selection. */
function isPlainPress(event: MouseEvent<HTMLElement>): boolean {
  if (event.defaultPrevented || event.button !== 0) return false
  if (event.target instanceof Element && event.target.closest('a, button, input, label, summary')) return false
  return window.getSelection()?.isCollapsed ?? true
}

interface RowLinkProps {
  name: string
  href: string | undefined
  /** The whole row takes the press. */
  covers: boolean
  onOpen(): void
  children: ReactNode
}

const ROW_LINK =
  'max-w-full text-left underline decoration-rule-strong decoration-1 underline-offset-2 hover:decoration-ink focus-visible:-outline-offset-2 [&_:is(.font-mono,.font-mono_span)]:underline [&_:is(.font-mono,.font-mono_span)]:decoration-rule-strong [&_:is(.font-mono,.font-mono_span)]:underline-offset-2'

function RowLink({ name, href, covers, onOpen, children }: RowLinkProps) {
  const className = `${ROW_LINK} ${covers ? 'after:absolute after:inset-0' : ''}`
  if (href === undefined) {
    return (
      <button type="button" data-row aria-label={name} onClick={onOpen} className={className}>
        {children}
      </button>
    )
  }
  return (
    <a
      data-row
      href={href}
      aria-label={name}
      className={className}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
        event.preventDefault()
        onOpen()
      }}
    >
      {children}
    </a>
  )
}
