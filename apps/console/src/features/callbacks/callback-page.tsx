import type { CallbackRecord } from '@galla/contract/gateway-api/callbacks'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useSetSearch } from '../../api/browser.ts'
import { ApiError } from '../../api/client.ts'
import { Allowed } from '../../api/permissions.tsx'
import { callbackQuery } from '../../api/queries.ts'
import { Button, Tabs } from '../../components/controls.tsx'
import { JsonView } from '../../components/json/json-view.tsx'
import { DescriptionList, Detail, EmptyState, PageFrame, QueryView } from '../../components/page.tsx'
import { CallbackBadge } from '../../components/records.tsx'
import { messages } from '../../i18n/messages.ts'
import { callbackEventLabel } from '../../i18n/terms.ts'
import { CallbackDetails } from './callback-details.tsx'
import { CallbackNotes } from './callback-notes.tsx'
import { Comparison } from './comparison.tsx'
import { webhookEnglish } from './english.ts'
import { ReplayDialog } from './replay-dialog.tsx'

const t = messages('callbacks/page', webhookEnglish)

const REFRESH_MS = 2_000

/** One callback: its payload, its verification, its result, and how it differs from other callbacks. */
export function CallbackPage() {
  const { callbackId } = useParams({ from: '/webhooks/$callbackId' })
  const { tab = 'payload', with: other } = useSearch({ from: '/webhooks/$callbackId' })
  const setSearch = useSetSearch<{ tab: string; with: string }>()
  const [replaying, setReplaying] = useState(false)
  const query = useQuery({
    ...callbackQuery(callbackId),
    // No live event announces that a callback was applied.
    refetchInterval: ({ state: { data } }) =>
      data?.verdict === 'accepted' && !data.needsReview && data.processedAtMs === undefined ? REFRESH_MS : false,
  })
  const { data: callback, error } = query
  if (!callback) {
    return (
      <PageFrame title={t.title(callbackId)}>
        {error instanceof ApiError && error.status === 404 ? (
          <EmptyState title={t.missing}>
            <p>{t.missingText}</p>
            <Link to="/webhooks" className="text-brass underline">
              {t.all}
            </Link>
          </EmptyState>
        ) : (
          <QueryView query={query} what={t.what}>
            {() => null}
          </QueryView>
        )}
      </PageFrame>
    )
  }
  const { body, headers, verdict } = callback
  return (
    <PageFrame
      up={
        <Link to="/webhooks" className="underline underline-offset-4 hover:text-ink">
          {t.webhooks}
        </Link>
      }
      title={verdict === 'refused' ? t.rejected : callbackEventLabel(callback.event)}
      aside={<CallbackBadge callback={callback} />}
      actions={
        verdict !== 'refused' && (
          <Allowed to="POST /callbacks/replay">
            <Button onClick={() => setReplaying(true)}>{t.replay}</Button>
          </Allowed>
        )
      }
    >
      <div className="grid gap-6">
        <CallbackNotes callback={callback} />
        <CallbackDetails callback={callback} />
        <Tabs
          label={t.parts}
          value={tab}
          onChange={(next) => setSearch({ tab: next })}
          tabs={[
            { value: 'payload', label: t.payload.title, body: <Payload body={body} verdict={verdict} /> },
            { value: 'headers', label: t.headers.title, body: <Headers headers={headers} /> },
            // A repeated callback has no payload of its own.
            ...(body === null
              ? []
              : [
                  {
                    value: 'compare',
                    label: t.compare,
                    body: (
                      <Comparison
                        callback={callback}
                        other={other}
                        onSelect={(id) => setSearch({ tab: 'compare', with: id })}
                      />
                    ),
                  },
                ]),
          ]}
        />
      </div>
      {replaying && (
        <ReplayDialog
          callbackIds={[callbackId]}
          onClose={() => setReplaying(false)}
          onDone={() => setReplaying(false)}
        />
      )}
    </PageFrame>
  )
}

function Payload({ body, verdict }: { body: unknown; verdict: CallbackRecord['verdict'] }) {
  if (verdict === 'duplicate') return <p className="text-soft">{t.payload.repeated}</p>
  if (body === null) return <p className="text-soft">{t.payload.erased}</p>
  return (
    <div className="grid gap-2">
      <JsonView value={body} label={t.payload.title} />
      <p className="text-sm text-soft">{verdict === 'refused' ? t.payload.sized : t.payload.masked}</p>
    </div>
  )
}

function Headers({ headers }: { headers: { readonly [name: string]: string } }) {
  const rows = Object.entries(headers)
  if (rows.length === 0) return <p className="text-soft">{t.headers.none}</p>
  return (
    <div className="grid gap-2">
      <div translate="no">
        <DescriptionList>
          {rows.map(([name, value]) => (
            <Detail key={name} name={name}>
              <span className="font-mono text-xs">{value}</span>
            </Detail>
          ))}
        </DescriptionList>
      </div>
      <p className="text-sm text-soft">{t.headers.text}</p>
    </div>
  )
}
