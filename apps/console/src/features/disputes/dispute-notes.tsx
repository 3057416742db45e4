import type { Dispute } from '@galla/contract/gateway-api/disputes'
import { Note } from '../../components/page.tsx'
import { CallbackLink, Time } from '../../components/records.tsx'
import { messages, phrase } from '../../i18n/messages.ts'
import { AnsweredButton } from './answered-button.tsx'
import { disputeText, disputeTone } from './dispute-messages.ts'
import { disputesEnglish } from './english.ts'

const t = messages('disputes/disputes', disputesEnglish)

/** The disputes of an order, each with the webhook that reported it. */
export function DisputeNotes({ disputes }: { disputes: readonly Dispute[] }) {
  if (disputes.length === 0) return null
  return (
    <section aria-label={t.title} className="mb-6 grid gap-4">
      {disputes.map((dispute) => (
        <Note key={dispute.disputeKey} tone={disputeTone(dispute)}>
          <p>
            <strong>{disputeText(dispute)}</strong>
          </p>
          <p className="text-sm">
            {dispute.disputeId !== undefined && <span className="font-mono text-xs">{dispute.disputeId} </span>}
            {phrase(
              t.reported(<Time atMs={dispute.updatedAtMs} />, (text) => (
                <CallbackLink callbackId={dispute.callbackId}>{text}</CallbackLink>
              )),
            )}
          </p>
          <AnsweredButton dispute={dispute} />
        </Note>
      ))}
    </section>
  )
}
