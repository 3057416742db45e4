import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query-keys.ts'

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
