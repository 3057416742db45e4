import { useSetSearch } from '@galla/console/api/browser.ts'
import { Button, Field } from '@galla/console/components/controls.tsx'
import { DataTable } from '@galla/console/components/data-table.tsx'
import { Dialog } from '@galla/console/components/dialog.tsx'
import { JsonView } from '@galla/console/components/json/json-view.tsx'
import { DescriptionList, Detail, EmptyState, ErrorNote, Note } from '@galla/console/components/page.tsx'
import { StateBadge } from '@galla/console/components/records.tsx'
import type { Column } from '@galla/console/components/table-row.tsx'
import type { Delivery } from '@galla/contract/sandbox-api/routes'
import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { SandboxTime } from './sandbox-frame.tsx'
import { singlePageList, useSandboxMutation, useSandboxQuery } from './use-sandbox.ts'

const COLUMNS: readonly Column<Delivery>[] = [
  { id: 'event', header: 'Event', width: 'minmax(16rem, 1.6fr)', phone: 'head', cell: ({ event }) => event },
  {
    id: 'response',
    header: 'Response',
    phone: 'end',
    cell: ({ delivered, answer, sentAtMs }) =>
      sentAtMs === undefined ? (
        <span className="text-soft">Not sent yet</span>
      ) : (
        <span className="inline-flex gap-2">
          <StateBadge kind="check" state={delivered ? 'ok' : 'failed'} />
          {answer?.status}
        </span>
      ),
  },
  {
    id: 'id',
    header: 'Resource',
    width: 'minmax(0, 1.6fr)',
    cell: ({ id }) => <span className="font-mono text-xs">{id}</span>,
  },
  {
    id: 'attempt',
    header: 'Attempt',
    width: '9rem',
    phone: 'none',
    cell: ({ attempt, fault }) => `${attempt}${fault === undefined ? '' : `, ${fault}`}`,
  },
  {
    id: 'at',
    header: 'Sent',
    width: '13.5rem',
    cell: ({ sentAtMs, scheduledAtMs }) => <SandboxTime atMs={sentAtMs ?? scheduledAtMs} />,
  },
]

/** All attempts to send a callback, newest first. */
export function CallbackAttempts() {
  const { q = '', open } = useSearch({ from: '/test-tools/sandbox' })
  const setSearch = useSetSearch<{ q: string; open: string }>()
  const change = (search: { q?: string; open?: string }) => setSearch(search, { resetScroll: true })
  const id = q.trim() || undefined
  const callbacks = useSandboxQuery('GET /callbacks', { query: { id } })
  const list = useMemo(() => singlePageList(callbacks, (response) => response.deliveries), [callbacks])
  const attempt = callbacks.data?.deliveries.find(({ deliveryId }) => deliveryId === open)
  return (
    <>
      <div className="mb-2 max-w-xs">
        <Field
          label="Order or refund ID"
          hideLabel
          value={q}
          onChange={(q) => change({ q })}
          placeholder="Order or refund ID"
          autoComplete="off"
          spellCheck={false}
        />
      </div>
      <DataTable
        label="Attempts"
        columns={COLUMNS}
        list={list}
        idOf={({ deliveryId }) => deliveryId}
        onOpen={({ deliveryId }) => change({ open: deliveryId })}
        nameOf={({ event, id }) => `Open ${event} about ${id}`}
        empty={
          <EmptyState title={id === undefined ? 'No webhook yet' : 'No webhook about this id'}>
            <p>A webhook is sent when an order or refund is completed or failed, or with the form above.</p>
          </EmptyState>
        }
      />
      {attempt && <AttemptDialog attempt={attempt} onClose={() => change({ open: '' })} />}
    </>
  )
}

/** One attempt with its request and response, and a button that sends the same bytes again. */
function AttemptDialog({ attempt, onClose }: { attempt: Delivery; onClose(): void }) {
  const { deliveryId, event, id, url, fault, sentAtMs, nextAttemptAtMs, request, answer } = attempt
  const resend = useSandboxMutation('POST /callbacks/resend')
  const [resent] = resend.data?.deliveries ?? []
  return (
    <Dialog open onClose={onClose} title={event} wide>
      <div className="grid grid-cols-1 gap-4">
        <DescriptionList>
          <Detail name="Resource">
            <span className="font-mono text-xs">{id}</span>
          </Detail>
          <Detail name="To">
            <span className="font-mono text-xs">{url}</span>
          </Detail>
          <Detail name="Attempt">{`${attempt.attempt}${fault === undefined ? '' : `, with the fault ${fault}`}`}</Detail>
          <Detail name="Sent">{sentAtMs && <SandboxTime atMs={sentAtMs} />}</Detail>
          <Detail name="Response">{attemptText(attempt)}</Detail>
          <Detail name="Next attempt">{nextAttemptAtMs && <SandboxTime atMs={nextAttemptAtMs} />}</Detail>
        </DescriptionList>
        <div className="flex flex-wrap items-center gap-3">
          <Button
            variant="primary"
            busy={resend.isPending}
            onClick={() => resend.mutate({ body: { deliveryIds: [deliveryId] } })}
          >
            Send again
          </Button>
          {resent && !resend.isPending && (
            <Note tone={resent.delivered ? 'good' : 'bad'} role="status">
              <p>{attemptText(resent)}</p>
            </Note>
          )}
        </div>
        {resend.error && <ErrorNote error={resend.error} what="The webhook was not sent again." />}
        <JsonView label="Headers" value={request.headers} />
        <JsonView label="Body" value={parseBody(request.body)} />
        {answer && answer.body !== '' && (
          <JsonView label={`Response body, status ${answer.status}`} value={parseBody(answer.body)} />
        )}
      </div>
    </Dialog>
  )
}

/** The body as JSON; a tampered one, which may not be JSON, as text. */
function parseBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The result of an attempt in one sentence. */
export function attemptText({ answer, failure, sentAtMs }: Pick<Delivery, 'answer' | 'failure' | 'sentAtMs'>): string {
  if (answer) return `Answered ${answer.status} in ${Math.round(answer.tookMs)} ms.`
  if (failure !== undefined) return `No response: ${failure}.`
  return sentAtMs === undefined ? 'Not sent yet.' : 'No response.'
}
