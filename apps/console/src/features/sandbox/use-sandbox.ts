import type { ControlRoutes } from '@galla/contract/sandbox-api/routes'
import { keepPreviousData, type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Arguments, control, type Reply } from '../../api/client.ts'
import type { KeysetList } from '../../api/keyset-list.ts'
import { keys } from '../../api/queries.ts'

/** The sandbox tells nobody of its changes, so it is asked so often while somebody looks. Milliseconds. */
const LOOK_MS = 2_000

/** Something of the sandbox, as it is now. */
export function useControl<Key extends keyof ControlRoutes>(
  route: Key,
  ...[input]: Arguments<ControlRoutes, Key>
): UseQueryResult<Reply<ControlRoutes, Key>> {
  return useQuery<Reply<ControlRoutes, Key>, Error>({
    queryKey: keys.sandbox(route, input ?? {}),
    queryFn: () => control(route, ...([input] as Arguments<ControlRoutes, Key>)),
    refetchInterval: LOOK_MS,
    // The former filter's rows stay until the new ones are here.
    placeholderData: keepPreviousData as never,
  })
}

/** Changes something of the sandbox; whatever is shown of it is read again. */
export function useControlChange<Key extends keyof ControlRoutes>(
  route: Key,
  done?: (reply: Reply<ControlRoutes, Key>) => void,
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: Arguments<ControlRoutes, Key>[0]) =>
      control(route, ...([input] as Arguments<ControlRoutes, Key>)),
    onSuccess: (reply) => done?.(reply),
    onSettled: () => client.invalidateQueries({ queryKey: keys.sandbox() }),
  })
}

/** A list that comes in one piece, as tables take lists. */
export function wholeList<Reply, Row>(query: UseQueryResult<Reply>, rowsOf: (reply: Reply) => Row[]): KeysetList<Row> {
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
