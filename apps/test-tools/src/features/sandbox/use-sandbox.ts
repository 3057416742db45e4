import { type RouteArguments, type RouteResponse, sandboxApi } from '@galla/console/api/client.ts'
import type { KeysetList } from '@galla/console/api/keyset-list.ts'
import { queryKeys } from '@galla/console/api/queries.ts'
import type { ControlRoutes } from '@galla/contract/sandbox-api/routes'
import { keepPreviousData, type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

/** The sandbox has no live events, so mounted queries are polled. */
const REFRESH_MS = 2_000

/** A query of the sandbox's control API. */
export function useSandboxQuery<Key extends keyof ControlRoutes>(
  route: Key,
  ...[input]: RouteArguments<ControlRoutes, Key>
): UseQueryResult<RouteResponse<ControlRoutes, Key>> {
  return useQuery<RouteResponse<ControlRoutes, Key>, Error>({
    queryKey: queryKeys.sandbox(route, input ?? {}),
    queryFn: () => sandboxApi(route, ...([input] as RouteArguments<ControlRoutes, Key>)),
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData as never,
  })
}

/** A mutation of the sandbox's control API; it invalidates all sandbox queries. */
export function useSandboxMutation<Key extends keyof ControlRoutes>(
  route: Key,
  onSuccess?: (response: RouteResponse<ControlRoutes, Key>) => void,
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: RouteArguments<ControlRoutes, Key>[0]) =>
      sandboxApi(route, ...([input] as RouteArguments<ControlRoutes, Key>)),
    onSuccess: (response) => onSuccess?.(response),
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.sandbox() }),
  })
}

/** An unpaginated query as the list of a `DataTable`. */
export function singlePageList<Reply, Row>(
  query: UseQueryResult<Reply>,
  rowsOf: (response: Reply) => Row[],
): KeysetList<Row> {
  return {
    rows: query.data === undefined ? undefined : rowsOf(query.data),
    hasMore: false,
    loadingMore: false,
    outdated: query.isPlaceholderData,
    error: query.error,
    loadMore: () => undefined,
    retry: () => void query.refetch(),
  }
}
