import type { Dispute } from '@galla/contract/gateway-api/disputes'
import { Note } from '../../components/page.tsx'
import { CallbackLink, Time } from '../../components/records.tsx'
import { AnsweredButton } from './answered-button.tsx'
import { disputeText, disputeTone } from './dispute-messages.ts'

/** The disputes of an order, each with the webhook that reported it. */
export function DisputeNotes({ disputes }: { disputes: readonly Dispute[] }) {
  if (disputes.length === 0) return null
  return (
    <section aria-label="Disputes" className="mb-6 grid gap-4">
      {disputes.map((dispute) => (
        <Note key={dispute.disputeKey} tone={disputeTone(dispute)}>
          <p>
            <strong>{disputeText(dispute)}</strong>
          </p>
          <p className="text-sm">
            {dispute.disputeId !== undefined && <span className="font-mono text-xs">{dispute.disputeId} </span>}
            Reported <Time atMs={dispute.updatedAtMs} /> by{' '}
            <CallbackLink callbackId={dispute.callbackId}>this webhook</CallbackLink>. Amount, reason and deadline are
            in the dashboard.
          </p>
          <AnsweredButton dispute={dispute} />
        </Note>
      ))}
    </section>
  )
}
