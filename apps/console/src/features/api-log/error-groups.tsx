import type { ErrorGroup } from '@galla/contract/gateway-api/console-routes'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/client.ts'
import { keys } from '../../api/queries.ts'
import { Button } from '../../components/controls.tsx'
import { spanOf } from '../../components/filters.tsx'
import { Empty, ErrorNote, Loading } from '../../components/page.tsx'
import { Time } from '../../components/records.tsx'
import { endpointWords, errorWords } from '../../i18n/terms.ts'

interface ErrorGroupsProps {
  days: { from: string; to: string }
  onShow(group: ErrorGroup): void
}

/** Failures gathered by call and kind, the most frequent first, each with what it means and what mends it. */
export function ErrorGroups({ days, onShow }: ErrorGroupsProps) {
  const span = spanOf(days)
  const { data, error, refetch } = useQuery({
    queryKey: keys.callErrors(span),
    queryFn: ({ signal }) => call('GET /calls/errors', { query: span, signal }),
  })
  if (error && !data) {
    return <ErrorNote error={error} what="The errors could not be read." onRetry={() => void refetch()} />
  }
  if (!data) return <Loading what="the errors" />
  if (data.groups.length === 0) {
    return (
      <Empty title="Nothing failed">
        <p>Every call of these days got its answer.</p>
      </Empty>
    )
  }
  return (
    <ul aria-label="Groups of errors">
      {data.groups.map((group) => (
        <Group
          key={`${group.endpoint} ${group.errorKind} ${group.code ?? ''}`}
          group={group}
          onShow={() => onShow(group)}
        />
      ))}
    </ul>
  )
}

function Group({ group, onShow }: { group: ErrorGroup; onShow(): void }) {
  const { endpoint, errorKind, code, count, firstAtMs, lastAtMs, explains } = group
  return (
    <li className="grid grid-cols-[2.5rem_minmax(0,1fr)] gap-x-4 gap-y-1 border-b border-rule py-4">
      <p className="text-lg tabular-nums">
        <span className="unseen">Count: </span>
        {count.toLocaleString('en-IN')}
      </p>
      <div className="grid gap-1">
        <h2 className="text-base">
          {errorWords(errorKind)}: {endpointWords(endpoint)}
        </h2>
        {code !== undefined && <p className="font-mono text-xs text-soft wrap-anywhere">{code}</p>}
        <p className="max-w-prose">{explains}</p>
        <p className="flex flex-wrap items-center gap-x-4 text-sm text-soft">
          <span>
            Last <Time atMs={lastAtMs} />
            {count > 1 && (
              <>
                , first <Time atMs={firstAtMs} />
              </>
            )}
          </span>
          <Button small look="plain" onClick={onShow}>
            Show {count === 1 ? 'the call' : 'these calls'}
          </Button>
        </p>
      </div>
    </li>
  )
}
