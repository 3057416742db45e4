import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { dateOf, dayStart, startOfDate } from '../../i18n/format.ts'

export function useDrift() {
  return useQuery({ queryKey: keys.drift, queryFn: ({ signal }) => call('GET /reconciliation', { signal }) })
}

/** Asks the provider for every order of a time and compares. Changes nothing but the report. */
export function useRunDrift() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (span: { fromMs: number; toMs: number }) => call('POST /reconciliation/run', { body: span }),
    onSuccess: (report) => client.setQueryData(keys.drift, report),
  })
}

export function useRepairDrift() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (merchantOrderIds: string[]) => call('POST /reconciliation/repair', { body: { merchantOrderIds } }),
    onSuccess: (report) => client.setQueryData(keys.drift, report),
  })
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

export type SpanName = 'hour' | 'day' | 'week' | 'dates'

export const SPANS: readonly { value: SpanName; label: string }[] = [
  { value: 'hour', label: 'Last hour' },
  { value: 'day', label: 'Last 24 hours' },
  { value: 'week', label: 'Last 7 days' },
  { value: 'dates', label: 'From … to …' },
]

/** Both days of `from` and `to` are part of it, by Indian time; what is no day is today. */
export function spanOf(name: SpanName, { from, to }: { from: string; to: string }, nowMs: number) {
  // The end is not part of a span, and what began this moment is.
  const toMs = nowMs + 1
  if (name === 'hour') return { fromMs: toMs - HOUR_MS, toMs }
  if (name === 'day') return { fromMs: toMs - DAY_MS, toMs }
  if (name === 'week') return { fromMs: toMs - 7 * DAY_MS, toMs }
  const first = startOfDate(from) ?? dayStart(nowMs)
  const last = Math.max(startOfDate(to) ?? dayStart(nowMs), first)
  return { fromMs: first, toMs: last + DAY_MS }
}

export const today = (nowMs: number): string => dateOf(nowMs)
