import type { ViewList } from '@galla/contract/gateway-api/views'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { orderTotalsQuery, refundTotalsQuery } from '../api/queries.ts'
import { type TotalsWords, totalsText } from '../i18n/format.ts'
import { Button, ToggleGroup } from './controls.tsx'
import { DataTable } from './data-table.tsx'
import { InlineCode } from './inline-code.tsx'
import { Menu, type MenuItem } from './menu.tsx'
import { EmptyState, PageFrame } from './page.tsx'
import { MenuWithViews } from './saved-views/saved-views-menu.tsx'
import type { DataTableProps } from './table-row.tsx'

interface RecordTableProps<Row> extends Omit<DataTableProps<Row>, 'empty'> {
  /** While filters are set: shown when no row matches them. */
  noMatch?: { title: string; text?: ReactNode; clearLabel: string; onClear(): void } | false
  /** Shown when there are no rows at all. Code of the text is in backquotes. */
  empty: { title: string; text: string }
}

/** A table of records with its two empty states. */
export function RecordTable<Row>({ noMatch, empty, ...table }: RecordTableProps<Row>) {
  return (
    <DataTable
      {...table}
      empty={
        noMatch ? (
          <EmptyState title={noMatch.title}>
            {noMatch.text}
            <Button onClick={noMatch.onClear}>{noMatch.clearLabel}</Button>
          </EmptyState>
        ) : (
          <EmptyState title={empty.title}>
            <p>
              <InlineCode text={empty.text} />
            </p>
          </EmptyState>
        )
      }
    />
  )
}

/** The figures of a list as text; empty when they cannot be read. */
export function useTotalsText(
  query: ReturnType<typeof orderTotalsQuery> | ReturnType<typeof refundTotalsQuery>,
  words: TotalsWords,
): string {
  const { data, isPending } = useQuery(query)
  return data === undefined ? (isPending ? '…' : '') : totalsText(data, words)
}

interface ListPageProps<Row, View extends string> extends Omit<RecordTableProps<Row>, 'label'> {
  title: string
  /** A sentence about the list, where there is room. */
  aside?: ReactNode
  /** The figures of the filtered list. */
  totals?: string
  actions?: ReactNode
  /** Less frequent actions, folded into one menu. */
  menu?: readonly MenuItem[]
  views: { label: string; value: View; onChange(view: View): void; options: readonly { value: View; label: string }[] }
  filters?: ReactNode
  /** The list, if its filters can be saved as a view. */
  savedViews?: ViewList
  /** Dialogs and other content after the table. */
  children?: ReactNode
}

/** A page with a list of records: its views, filters and table. */
export function ListPage<Row, View extends string>(props: ListPageProps<Row, View>) {
  const { title, aside, totals, actions, menu = [], views, filters, savedViews, children, ...table } = props
  return (
    <PageFrame
      dense
      title={title}
      aside={
        <>
          {totals !== undefined && <span className="text-soft tabular-nums">{totals}</span>}
          {aside && <span className="text-soft max-sm:hidden">{aside}</span>}
        </>
      }
      actions={
        <>
          {actions}
          {savedViews === undefined ? <Menu items={menu} /> : <MenuWithViews list={savedViews} menu={menu} />}
        </>
      }
    >
      <ToggleGroup {...views} />
      {filters}
      <RecordTable label={title} {...table} />
      {children}
    </PageFrame>
  )
}
