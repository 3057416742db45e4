import type { CallbackRecordDetail } from '@galla/contract/gateway-api/callbacks'
import { useAbout } from '../../api/queries.ts'
import { Note } from '../../components/page.tsx'
import { CallbackLink } from '../../components/records.tsx'
import { diagnose } from './callback-messages.ts'

/** What a person has to know about this delivery before anything else, if there is such a thing. */
export function CallbackNotes({ callback }: { callback: CallbackRecordDetail }) {
  const { verdict, needsReview, unknownEvent, error, event } = callback
  if (verdict === 'refused') return <Diagnosis callback={callback} />
  if (verdict === 'duplicate') return <Duplicate callback={callback} />
  if (needsReview) {
    return (
      <Note tone="bad">
        <p>
          <strong>It could not be folded, and nobody tries any more.</strong> The order is not lost: it is asked after
          by itself. Mend what the error names, then replay this callback.
        </p>
        <p className="font-mono text-xs">{error}</p>
      </Note>
    )
  }
  if (unknownEvent) {
    return (
      <Note tone="wait">
        <p>
          <strong>The sender is authentic, the event “{event}” is not known here.</strong> It was kept and changed
          nothing. If your business needs it, look for it in the provider’s documentation; a newer version may know it.
        </p>
      </Note>
    )
  }
  if (error !== undefined) {
    return (
      <Note tone="wait">
        <p>Folding it failed; it is tried again by itself.</p>
        <p className="font-mono text-xs">{error}</p>
      </Note>
    )
  }
  return null
}

function Diagnosis({ callback: { reason, hint } }: { callback: CallbackRecordDetail }) {
  const { data: about } = useAbout()
  const { title, says, steps } = diagnose(reason, hint)
  return (
    <Note tone="bad">
      <p>
        <strong>{title}.</strong> {says}
      </p>
      {steps.length > 0 && (
        <ol className="list-decimal pl-5 text-ink">
          {steps.map((step) => (
            <li key={step}>
              <Ticked text={step} />
            </li>
          ))}
        </ol>
      )}
      {about?.callbackUrl && (
        <p className="text-ink">
          The address of this installation: <code className="font-mono text-xs">{about.callbackUrl}</code>
        </p>
      )}
    </Note>
  )
}

/** Text with `names from code` in it. */
function Ticked({ text }: { text: string }) {
  return text.split('`').map((part, at) =>
    at % 2 === 1 ? (
      <code key={part} className="font-mono text-xs">
        {part}
      </code>
    ) : (
      part
    ),
  )
}

function Duplicate({ callback: { siblings, event, state, receivedAtMs } }: { callback: CallbackRecordDetail }) {
  const first = siblings.find(
    (one) =>
      one.verdict === 'accepted' && one.event === event && one.state === state && one.receivedAtMs <= receivedAtMs,
  )
  return (
    <Note tone="neutral">
      <p>
        The very same bytes had come before. It was written down, answered with 200, and changed nothing.
        {first && (
          <>
            {' '}
            <CallbackLink callbackId={first.callbackId}>The first of its kind</CallbackLink>
          </>
        )}
      </p>
    </Note>
  )
}
