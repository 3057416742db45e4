import type { UseQueryResult } from '@tanstack/react-query'
import type { KeysetList } from '../../api/keyset-list.ts'

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
