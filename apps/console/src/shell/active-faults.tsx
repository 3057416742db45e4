import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { sandboxApi } from '../api/client.ts'
import { queryKeys } from '../api/queries.ts'
import { faultTexts } from './fault-texts.ts'
import { TEST_TOOLS } from './test-tools.ts'

const REFRESH_MS = 5_000

/** Shows the active fault of the sandbox, with a link; nothing without a fault. Shown on every page. */
export function ActiveFaults() {
  const { data } = useQuery({
    queryKey: queryKeys.sandbox('GET /faults', {}),
    queryFn: () => sandboxApi('GET /faults'),
    refetchInterval: REFRESH_MS,
  })
  const [first, ...others] = data ? faultTexts(data) : []
  if (first === undefined) return null
  return (
    <Link
      to={TEST_TOOLS.sandbox}
      search={{ tab: 'faults' }}
      className="min-w-0 truncate font-strong underline underline-offset-2"
    >
      Fault on: {first}
      {others.length > 0 && `, and ${others.length} more`}
    </Link>
  )
}
