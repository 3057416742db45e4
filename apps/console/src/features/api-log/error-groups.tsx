import type { ErrorGroup } from '@galla/contract/gateway-api/console-routes'
import { useQuery } from '@tanstack/react-query'
import { consoleApi } from '../../api/client.ts'
import { queryKeys } from '../../api/queries.ts'
import { Button } from '../../components/controls.tsx'
import { dayRange } from '../../components/filters.tsx'
import { EmptyState, QueryView } from '../../components/page.tsx'
import { Time } from '../../components/records.tsx'
import { messages, phrase } from '../../i18n/messages.ts'
import { countText } from '../../i18n/plural.ts'
import { endpointLabel, errorKindLabel } from '../../i18n/terms.ts'
import { explainCallFailure } from './call-messages.ts'
import { errorGroupsEnglish } from './english.ts'

const t = messages('api-log/errors', errorGroupsEnglish)

interface ErrorGroupsProps {
  days: { from: string; to: string }
  onShow(group: ErrorGroup): void
}

/** Failed calls grouped by endpoint and error, the most frequent first, with what each error means. */
export function ErrorGroups({ days, onShow }: ErrorGroupsProps) {
  const span = dayRange(days)
  const query = useQuery({
    queryKey: queryKeys.callErrors(span),
    queryFn: ({ signal }) => consoleApi('GET /calls/errors', { query: span, signal }),
  })
  return (
    <QueryView query={query} what={t.what}>
      {({ groups }) =>
        groups.length === 0 ? (
          <EmptyState title={t.empty}>
            <p>{t.emptyText}</p>
          </EmptyState>
        ) : (
          <ul aria-label={t.groups}>
            {groups.map((group) => (
              <Group
                key={`${group.endpoint} ${group.errorKind} ${group.code ?? ''}`}
                group={group}
                onShow={() => onShow(group)}
              />
            ))}
          </ul>
        )
      }
    </QueryView>
  )
}

function Group({ group, onShow }: { group: ErrorGroup; onShow(): void }) {
  const { endpoint, errorKind, code, count, firstAtMs, lastAtMs } = group
  return (
    <li className="grid grid-cols-[2.5rem_minmax(0,1fr)] gap-x-4 gap-y-1 border-b border-rule py-4">
      <p className="text-lg tabular-nums">
        <span className="sr-only">{t.count}</span>
        {countText(count)}
      </p>
      <div className="grid gap-1">
        <h2 className="text-base">
          {errorKindLabel(errorKind)}: {endpointLabel(endpoint)}
        </h2>
        {code !== undefined && <p className="font-mono text-xs text-soft wrap-anywhere">{code}</p>}
        <p className="max-w-prose">{explainCallFailure(errorKind, code)}</p>
        <p className="flex flex-wrap items-center gap-x-4 text-sm text-soft">
          <span>
            {phrase(t.last(<Time atMs={lastAtMs} />))}
            {count > 1 && phrase(t.first(<Time atMs={firstAtMs} />))}
          </span>
          <Button small variant="ghost" onClick={onShow}>
            {t.show(count)}
          </Button>
        </p>
      </div>
    </li>
  )
}
