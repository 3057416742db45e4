import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { call } from '../../api/call.ts'
import { StateMark } from '../../ui/state-mark.tsx'
import { Time } from '../../ui/time.tsx'
import { endpointWords } from '../api-log/words/endpoints.ts'

const SHOWN = '10'

/** The latest calls to the provider about a refund: sending it, and asking after it. */
export function RefundCalls({ merchantRefundId }: { merchantRefundId: string }) {
  const query = { id: merchantRefundId, limit: SHOWN }
  const { data } = useQuery({
    // Every call makes it old, as it does the groups of errors.
    queryKey: ['call-errors', 'of', query],
    queryFn: ({ signal }) => call('GET /calls', { query, signal }),
  })
  if (!data || data.rows.length === 0) return null
  return (
    <section className="border-t border-rule pt-4">
      <h3 className="mb-1">Calls about it</h3>
      <ul>
        {data.rows.map(({ callId, atMs, endpoint, outcome, httpStatus }) => (
          <li key={callId} className="flex flex-wrap items-center gap-x-4 border-b border-rule py-2 last:border-b-0">
            <StateMark kind="call" state={outcome ?? 'ok'} />
            <Link
              to="/api-log"
              search={{ open: callId, id: merchantRefundId }}
              className="min-w-0 flex-1 text-brass underline underline-offset-2"
            >
              {endpointWords(endpoint)}
            </Link>
            {httpStatus !== undefined && <span className="font-mono text-xs text-soft">{httpStatus}</span>}
            <Time atMs={atMs} />
          </li>
        ))}
      </ul>
    </section>
  )
}
