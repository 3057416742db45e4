import type { SearchHit } from '@galla/contract/gateway-api/console-routes'
import { useQuery } from '@tanstack/react-query'
import { Link, Navigate } from '@tanstack/react-router'
import { call } from '../../api/call.ts'
import { keys } from '../../api/query-keys.ts'
import { Amount } from '../../ui/amount.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { ErrorNote } from '../../ui/error-note.tsx'
import { Loading } from '../../ui/loading.tsx'
import { PageFrame } from '../../ui/page.tsx'
import { StateMark } from '../../ui/state-mark.tsx'
import { Time } from '../../ui/time.tsx'
import { FOUND_BY, linkOf } from './hits.ts'

/** What an id led to. One thing alone is opened at once. */
export function Found({ q }: { q: string }) {
  const hits = useQuery({
    queryKey: keys.search(q),
    queryFn: ({ signal }) => call('GET /search', { query: { q }, signal }),
    // What was not there a moment ago may be there now.
    staleTime: 0,
  })
  const [only, second] = hits.data?.hits ?? []
  if (only && !second) return <Navigate {...linkOf(only)} replace />
  return (
    <PageFrame title="Search" aside={<code className="font-mono text-sm wrap-anywhere text-soft">{q}</code>}>
      {hits.error ? (
        <ErrorNote error={hits.error} what="Nothing could be looked up." onRetry={() => void hits.refetch()} />
      ) : !hits.data ? (
        <Loading what="what it led to" lines={3} />
      ) : only ? (
        <ul className="border-t border-rule">
          {hits.data.hits.map((hit) => (
            <Hit key={`${hit.kind} ${hit.id}`} hit={hit} />
          ))}
        </ul>
      ) : (
        <Empty title="Nothing goes by that name">
          <p>
            Ids are found whole: an order’s, a refund’s, a transaction’s, a bank’s UTR, a cart’s reference. Of a UPI id
            its end is enough, like ab@ybl.
          </p>
          <Link to="/orders" className={buttonClass('quiet')}>
            Show all orders
          </Link>
        </Empty>
      )}
    </PageFrame>
  )
}

function Hit({ hit }: { hit: SearchHit }) {
  const { kind, id, foundBy, title, state, amount, atMs } = hit
  return (
    <li className="border-b border-rule">
      <Link
        {...linkOf(hit)}
        data-row
        className="grid min-h-14 items-center gap-x-6 gap-y-1 px-2 py-2 hover:bg-brass-wash focus-visible:-outline-offset-2 sm:grid-cols-[minmax(0,1fr)_9rem_9rem_7rem]"
      >
        <span className="min-w-0">
          <span className="block truncate font-mono text-xs">{id}</span>
          <span className="text-sm text-soft">
            {FOUND_BY[foundBy]} · {title}
          </span>
        </span>
        <StateMark kind={kind} state={state} />
        <span className="sm:text-right">{amount !== undefined && <Amount paise={amount} strong />}</span>
        <span className="text-sm text-soft sm:text-right">
          <Time atMs={atMs} />
        </span>
      </Link>
    </li>
  )
}
