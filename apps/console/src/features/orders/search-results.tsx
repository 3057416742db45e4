import type { SearchHit } from '@galla/contract/gateway-api/console-routes'
import { useQuery } from '@tanstack/react-query'
import { Link, Navigate } from '@tanstack/react-router'
import { consoleApi } from '../../api/client.ts'
import { Allowed, useMayCall } from '../../api/permissions.tsx'
import { queryKeys } from '../../api/queries.ts'
import { buttonClass } from '../../components/controls.tsx'
import { EmptyState, PageFrame, QueryView } from '../../components/page.tsx'
import { Amount, hitState, StateBadge, searchHitLink, Time } from '../../components/records.tsx'
import { messages } from '../../i18n/messages.ts'
import { type FoundList, isUtr, nothingFoundHints, shownHits } from '../../i18n/search.ts'
import { FOUND_BY_LABELS } from '../../i18n/terms.ts'
import { visibleText } from '../../i18n/visible-text.ts'
import { searchEnglish } from './english-list.ts'

const t = messages('orders/search', searchEnglish)

/** The records that an id identifies. A single one is opened at once. */
export function SearchResults({ q }: { q: string }) {
  const mayCheckStatus = useMayCall()('POST /orders/:merchantOrderId/sync')
  const query = useQuery({
    queryKey: queryKeys.search(q),
    queryFn: ({ signal }) => consoleApi('GET /search', { query: { q }, signal }),
    // A record may have appeared since the last search.
    staleTime: 0,
  })
  const [only, second] = query.data?.hits ?? []
  if (only && !second) return <Navigate {...searchHitLink(only)} replace />
  return (
    <PageFrame
      title={t.title}
      aside={
        <code translate="no" className="font-mono text-sm wrap-anywhere text-soft">
          {q}
        </code>
      }
    >
      <QueryView query={query} what={t.what} lines={3}>
        {({ hits }) =>
          hits.length > 0 ? (
            <Hits {...shownHits(hits, q)} />
          ) : (
            <EmptyState title={t.none}>
              {nothingFoundHints(q, mayCheckStatus).map((hint) => (
                <p key={hint}>{hint}</p>
              ))}
              {isUtr(q) && (
                <Allowed to="GET /settlements">
                  <Link
                    to="/finance"
                    search={{ tab: 'settlements', search: q.replace(/\s/g, '') }}
                    className={buttonClass()}
                  >
                    {t.settlements}
                  </Link>
                </Allowed>
              )}
              <Link to="/orders" className={buttonClass()}>
                {t.all}
              </Link>
            </EmptyState>
          )
        }
      </QueryView>
    </PageFrame>
  )
}

/** Shows the hits of a search. When many orders share an amount or a failure code, only the newest are shown. */
function Hits({ hits, list }: { hits: readonly SearchHit[]; list: FoundList | undefined }) {
  return (
    <>
      {list && (
        <p className="mb-4 text-sm text-soft">
          {t.newest}{' '}
          <Link to="/orders" search={list.search} className="text-brass underline underline-offset-4">
            {list.title}
          </Link>
        </p>
      )}
      <ul className="border-t border-rule">
        {hits.map((hit) => (
          <Hit key={`${hit.kind} ${hit.id}`} hit={hit} />
        ))}
      </ul>
    </>
  )
}

function Hit({ hit }: { hit: SearchHit }) {
  const { kind, id, foundBy, title, amount, atMs } = hit
  return (
    <li className="border-b border-rule">
      <Link
        {...searchHitLink(hit)}
        data-row
        className="grid min-h-14 items-center gap-x-6 gap-y-1 px-2 py-2 hover:bg-brass-wash focus-visible:-outline-offset-2 sm:grid-cols-[minmax(0,1fr)_9rem_9rem_7rem]"
      >
        <span className="min-w-0">
          <span className="block truncate font-mono text-xs">{id}</span>
          <span className="text-sm text-soft">
            {FOUND_BY_LABELS[foundBy]} · <span translate="no">{visibleText(title)}</span>
          </span>
        </span>
        <StateBadge kind={kind} state={hitState(hit)} />
        <span className="sm:text-right">{amount !== undefined && <Amount paise={amount} strong />}</span>
        <span className="text-sm text-soft sm:text-right">
          <Time atMs={atMs} />
        </span>
      </Link>
    </li>
  )
}
