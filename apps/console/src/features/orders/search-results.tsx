import type { SearchHit } from '@galla/contract/gateway-api/console-routes'
import { useQuery } from '@tanstack/react-query'
import { Link, linkOptions, Navigate } from '@tanstack/react-router'
import { call } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { buttonClass } from '../../components/controls.tsx'
import { Empty, ErrorNote, Loading, PageFrame } from '../../components/page.tsx'
import { Amount, StateMark, Time } from '../../components/records.tsx'

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

export const FOUND_BY: { readonly [Key in SearchHit['foundBy']]: string } = {
  merchantOrderId: 'Order',
  orderId: 'Order, by the provider’s id',
  transactionId: 'Order, by a transaction',
  reference: 'Order, by its reference',
  merchantRefundId: 'Refund',
  refundId: 'Refund, by the provider’s id',
  utr: 'By its UTR',
  vpa: 'Order, by its payer',
  callbackId: 'Callback',
}

/** Where a hit leads. */
export function linkOf({ kind, id }: Pick<SearchHit, 'kind' | 'id'>) {
  switch (kind) {
    case 'order':
      return linkOptions({ to: '/orders/$merchantOrderId', params: { merchantOrderId: id } })
    case 'refund':
      return linkOptions({ to: '/refunds', search: { open: id } })
    case 'callback':
      return linkOptions({ to: '/callbacks/$callbackId', params: { callbackId: id } })
  }
}
