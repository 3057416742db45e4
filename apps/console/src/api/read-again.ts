import type { QueryClient, QueryFilters } from '@tanstack/react-query'

/**
 * Marks queries as outdated and reads those that are shown. A query that is being read for the first time is read once
 * more afterwards: TanStack Query does not cancel that read, and its answer may be older than the change.
 */
export function readAgain(client: QueryClient, filters: QueryFilters): void {
  for (const query of client.getQueryCache().findAll(filters)) {
    const { data, fetchStatus } = query.state
    const first = data === undefined && fetchStatus === 'fetching' ? query.promise?.catch(() => undefined) : undefined
    void Promise.resolve(first).then(() => client.invalidateQueries({ queryKey: query.queryKey, exact: true }))
  }
}
