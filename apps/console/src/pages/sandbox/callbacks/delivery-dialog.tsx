import type { Delivery } from '@galla/contract/sandbox-api/routes'
import { Button } from '../../../ui/button.tsx'
import { CodeBlock } from '../../../ui/code-block.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ErrorNote, Note } from '../../../ui/error-note.tsx'
import { Facts } from '../../../ui/page.tsx'
import { Payload } from '../payload.tsx'
import { SandboxTime } from '../sandbox-time.tsx'
import { useControlChange } from '../use-control.ts'
import { answerText } from './answer-text.ts'

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
