import type { CallbackRecordDetail } from '@galla/contract/gateway-api/callbacks'
import { useQuery } from '@tanstack/react-query'
import { orderQuery, useAbout } from '../../api/queries.ts'
import { InlineCode } from '../../components/inline-code.tsx'
import { Note } from '../../components/page.tsx'
import { CallbackLink } from '../../components/records.tsx'
import { amountText } from '../../i18n/format.ts'
import { messages } from '../../i18n/messages.ts'
import { amountIn, diagnose } from './callback-messages.ts'
import { notesEnglish } from './english.ts'

const t = messages('callbacks/notes', notesEnglish)

/** The note on a callback that was not simply applied: why, and what to do. */
export function CallbackNotes({ callback }: { callback: CallbackRecordDetail }) {
  const { verdict, needsReview, unknownEvent, error, event } = callback
  if (verdict === 'refused') return <DiagnosisNote callback={callback} />
  if (verdict === 'duplicate') return <DuplicateNote callback={callback} />
  if (needsReview) {
    return (
      <Note tone="bad">
        <p>
          <strong>{t.stopped}</strong>
          {t.stoppedText}
        </p>
        <p className="font-mono text-xs">{error}</p>
      </Note>
    )
  }
  if (unknownEvent) {
    return (
      <Note tone="wait">
        <p>
          <strong>{t.unknown(event)}</strong>
          {t.unknownText}
        </p>
      </Note>
    )
  }
  if (error !== undefined) {
    return (
      <Note tone="wait">
        <p>{t.retried}</p>
        <p className="font-mono text-xs">{error}</p>
      </Note>
    )
  }
  return <AmountNote callback={callback} />
}

/** A processed webhook changes nothing by itself: its order was checked. A body with another amount contradicts that check. */
function AmountNote({ callback }: { callback: CallbackRecordDetail }) {
  const { merchantOrderId = '' } = callback
  const amount = amountIn(callback)
  const { data } = useQuery({ ...orderQuery(merchantOrderId), enabled: amount !== undefined && merchantOrderId !== '' })
  if (amount === undefined || data === undefined || data.order.amount === amount) return null
  return (
    <Note tone="bad">
      <p>
        <strong>{t.amount(amountText(amount), amountText(data.order.amount))}</strong>
        {t.amountText}
      </p>
    </Note>
  )
}

function DiagnosisNote({ callback: { reason } }: { callback: CallbackRecordDetail }) {
  const { data: about } = useAbout()
  const { title, text, steps } = diagnose(reason)
  return (
    <Note tone="bad">
      <p>
        <strong>{t.refused(title)}</strong> {text}
      </p>
      {steps.length > 0 && (
        <ol className="list-decimal pl-5 text-ink">
          {steps.map((step) => (
            <li key={step}>
              <InlineCode text={step} />
            </li>
          ))}
        </ol>
      )}
      {about?.callbackUrl && (
        <p className="text-ink">
          {t.url}
          <code translate="no" className="font-mono text-xs">
            {about.callbackUrl}
          </code>
        </p>
      )}
    </Note>
  )
}

function DuplicateNote({ callback }: { callback: CallbackRecordDetail }) {
  const { siblings, event, state, receivedAtMs } = callback
  const original = siblings.find(
    (one) =>
      one.verdict === 'accepted' && one.event === event && one.state === state && one.receivedAtMs <= receivedAtMs,
  )
  return (
    <Note tone="neutral">
      <p>
        {t.duplicate}
        {original && (
          <>
            {' '}
            <CallbackLink callbackId={original.callbackId}>{t.first}</CallbackLink>
          </>
        )}
      </p>
    </Note>
  )
}
