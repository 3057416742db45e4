import type { Delivery } from '@galla/contract/sandbox-api/routes'
import { getRouteApi } from '@tanstack/react-router'
import { useMemo } from 'react'
import { CodeBlock } from '../../components/code-block.tsx'
import { Button, Field } from '../../components/controls.tsx'
import { DataTable } from '../../components/data-table.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Empty, ErrorNote, Facts, Note } from '../../components/page.tsx'
import { StateMark } from '../../components/records.tsx'
import type { Column } from '../../components/table-row.tsx'
import { Payload, SandboxTime } from './sandbox-frame.tsx'
import { useControl, useControlChange, wholeList } from './use-sandbox.ts'

const route = getRouteApi('/sandbox')

const COLUMNS: readonly Column<Delivery>[] = [
  { id: 'event', header: 'Event', width: 'minmax(0, 1.4fr)', phone: 'head', cell: ({ event }) => event },
  {
    id: 'answer',
    header: 'Answer',
    phone: 'end',
    cell: ({ delivered, answer, sentAtMs }) =>
      sentAtMs === undefined ? (
        <span className="text-soft">Not sent yet</span>
      ) : (
        <span className="inline-flex gap-2">
          <StateMark kind="check" state={delivered ? 'ok' : 'broken'} />
          {answer?.status}
        </span>
      ),
  },
  {
    id: 'id',
    header: 'About',
    width: 'minmax(0, 1.6fr)',
    cell: ({ id }) => <span className="font-mono text-xs">{id}</span>,
  },
  {
    id: 'attempt',
    header: 'Try',
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

/** Each try to hand a callback over, newest first; a row opens what was sent and what was answered. */
export function Deliveries() {
  const { q, open } = route.useSearch()
  const navigate = route.useNavigate()
  const id = q === undefined || q.trim() === '' ? undefined : q.trim()
  const deliveries = useControl('GET /callbacks', { query: { id } })
  const list = useMemo(() => wholeList(deliveries, (reply) => reply.deliveries), [deliveries])
  const shown = deliveries.data?.deliveries.find(({ deliveryId }) => deliveryId === open)
  const go = (change: { q?: string; open?: string }) =>
    void navigate({ search: (now) => ({ ...now, ...change }), replace: true })
  return (
    <>
      <div className="mb-2 max-w-xs">
        <Field
          label="Order or refund id"
          quiet
          value={q ?? ''}
          onChange={(q) => go({ q })}
          placeholder="Order or refund id"
          autoComplete="off"
          spellCheck={false}
        />
      </div>
      <DataTable
        label="Deliveries"
        columns={COLUMNS}
        list={list}
        idOf={({ deliveryId }) => deliveryId}
        onOpen={({ deliveryId }) => go({ open: deliveryId })}
        nameOf={({ event, id }) => `Open ${event} about ${id}`}
        empty={
          <Empty title={id === undefined ? 'Nothing was sent yet' : 'Nothing was sent about that id'}>
            <p>A callback goes out when an order or a refund is decided, or when you send one above.</p>
          </Empty>
        }
      />
      {shown && <DeliveryDialog delivery={shown} onClose={() => go({ open: '' })} />}
    </>
  )
}

/** One delivery whole: headers, body, the receiver's answer; and the same bytes once more. */
export function DeliveryDialog({ delivery, onClose }: { delivery: Delivery; onClose(): void }) {
  const { deliveryId, event, id, url, attempt, fault, sentAtMs, nextAttemptAtMs, request, answer } = delivery
  const resend = useControlChange('POST /callbacks/resend')
  const [again] = resend.data?.deliveries ?? []
  return (
    <Dialog open onClose={onClose} title={event} wide>
      <div className="grid grid-cols-1 gap-4">
        <Facts
          rows={[
            [
              'About',
              <span key="id" className="font-mono text-xs">
                {id}
              </span>,
            ],
            [
              'To',
              <span key="url" className="font-mono text-xs">
                {url}
              </span>,
            ],
            ['Try', `${attempt}${fault === undefined ? '' : `, ${fault} on purpose`}`],
            sentAtMs === undefined ? undefined : ['Sent', <SandboxTime key="sent" atMs={sentAtMs} />],
            ['Answer', answerText(delivery)],
            nextAttemptAtMs === undefined ? undefined : ['Next try', <SandboxTime key="next" atMs={nextAttemptAtMs} />],
          ]}
        />
        <div className="flex flex-wrap items-center gap-3">
          <Button
            look="main"
            busy={resend.isPending}
            onClick={() => resend.mutate({ body: { deliveryIds: [deliveryId] } })}
          >
            Send it again
          </Button>
          {again && !resend.isPending && (
            <Note tone={again.delivered ? 'good' : 'bad'} role="status">
              <p>{answerText(again)}</p>
            </Note>
          )}
        </div>
        {resend.error && <ErrorNote error={resend.error} what="It was not sent again." />}
        <Payload name="Headers" value={request.headers} />
        <Payload name="Body" value={readJson(request.body)} />
        {answer && answer.body !== '' && (
          <CodeBlock label={`What was answered with ${answer.status}`} code={answer.body} />
        )}
      </div>
    </Dialog>
  )
}

/** A body that was bent on purpose may be no JSON any more. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** What the receiver said, in a sentence. */
export function answerText({ answer, failure, sentAtMs }: Pick<Delivery, 'answer' | 'failure' | 'sentAtMs'>): string {
  if (answer) return `Answered ${answer.status} in ${Math.round(answer.tookMs)} ms.`
  if (failure !== undefined) return `No answer: ${failure}.`
  return sentAtMs === undefined ? 'Not sent yet.' : 'No answer.'
}
