import type { ReconciliationReport } from '@galla/contract/gateway-api/reconciliation'
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { consoleApi } from '../../api/client.ts'
import { queryKeys } from '../../api/queries.ts'
import { DAY_MS, dayStart, HOUR_MS, startOfDate } from '../../i18n/format.ts'
import { messages } from '../../i18n/messages.ts'
import { reconciliationEnglish } from './english.ts'

/** The words of the form of a run. */
export const reconciliationMessages = messages('reconciliation', reconciliationEnglish)
const { span } = reconciliationMessages

/** While a run goes on, its progress is read this often. Milliseconds. */
const PROGRESS_INTERVAL_MS = 5_000

/** The latest run and the open discrepancies, of one kind or of all. */
export function useReconciliation(kind: string) {
  return useQuery({
    queryKey: [...queryKeys.reconciliation, kind],
    queryFn: ({ signal }) => consoleApi('GET /reconciliation', { query: kind === '' ? {} : { kind }, signal }),
    refetchInterval: ({ state: { data } }) =>
      data?.ranAtMs !== undefined && data.finishedAtMs === undefined ? PROGRESS_INTERVAL_MS : false,
  })
}

/** Compares all orders of a span with the provider. It changes nothing but the report. */
export function useRunReconciliation() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (span: { fromMs: number; toMs: number }) => consoleApi('POST /reconciliation/run', { body: span }),
    onSuccess: (report) => storeReport(client, report),
  })
}

/** Checks the status of orders at the provider and compares them again. */
export function useRepair() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (merchantOrderIds: string[]) =>
      consoleApi('POST /reconciliation/repair', { body: { merchantOrderIds } }),
    onSuccess: (report) => storeReport(client, report),
  })
}

/** Shows the report at once; the views of one kind are read again. */
function storeReport(client: QueryClient, report: ReconciliationReport): Promise<void> {
  client.setQueryData([...queryKeys.reconciliation, ''], report)
  return client.invalidateQueries({
    queryKey: queryKeys.reconciliation,
    predicate: ({ queryKey }) => queryKey[1] !== '',
  })
}

export type SpanName = 'hour' | 'day' | 'week' | 'dates'

export const SPANS: readonly { value: SpanName; label: string }[] = [
  { value: 'hour', label: span.hour },
  { value: 'day', label: span.day },
  { value: 'week', label: span.week },
  { value: 'dates', label: span.dates },
]

/** The span of a name. For `dates` it includes both days, in Indian time; what is not a date counts as today. */
export function reconciliationSpan(name: SpanName, { from, to }: { from: string; to: string }, nowMs: number) {
  // The end is exclusive; an order created in this millisecond is included.
  const toMs = nowMs + 1
  if (name === 'hour') return { fromMs: toMs - HOUR_MS, toMs }
  if (name === 'day') return { fromMs: toMs - DAY_MS, toMs }
  if (name === 'week') return { fromMs: toMs - 7 * DAY_MS, toMs }
  const first = startOfDate(from) ?? dayStart(nowMs)
  const last = Math.max(startOfDate(to) ?? dayStart(nowMs), first)
  return { fromMs: first, toMs: last + DAY_MS }
}
