import type { PageAttempt } from '@galla/contract/sandbox-api/page-routes'
import { Alert, failureMessage, lastMethod, methodOf, PaymentMethodItem, refusalMessage } from '@galla/react/components'
import { useEffect, useId, useState } from 'react'
import { PartBoundary } from '../components/part.tsx'
import { preloadWhenIdle } from '../components/preload-when-idle.ts'
import { Step } from '../components/step.tsx'
import type { Messages } from '../i18n/en.ts'
import { useMessages } from '../i18n/i18n-provider.tsx'
import { METHODS } from '../payment-methods/payment-methods.ts'
import { usePayment } from '../session/session-context.ts'
import type { ReceivedView } from '../session/session-state.ts'
import { LeaveLink } from './exits.tsx'
import { Otp } from './load-bank.tsx'

/** The method to try again: that of a refused attempt. A payer who cancelled the attempt asked for another method. */
function refusedMethod(messages: Messages, attempt: PageAttempt | undefined) {
  if (attempt?.state !== 'FAILED' || failureMessage(messages, attempt) === messages.reasonCancelled) return undefined
  return methodOf(attempt.type)
}

/** The order's payment methods, one open at a time. */
export function Choose({ received, liveQr }: { received: ReceivedView; liveQr?: PageAttempt }) {
  const messages = useMessages()
  const { state } = usePayment()
  const group = useId()
  const { paymentMethods } = received.view
  const offered = METHODS.filter((method) => method.isOffered(paymentMethods))
  const [last] = useState(lastMethod)
  // Decided once: nothing that opens later closes what the payer reads. A code that is on the screen was there first.
  const [wanted] = useState(liveQr ? undefined : (refusedMethod(messages, received.view.attempt) ?? last))
  const [ahead] = useState(() => {
    const panels = offered.flatMap(({ preload }) => (preload ? [{ preload }] : []))
    return panels.length > 0 ? [...panels, Otp] : []
  })
  useEffect(() => preloadWhenIdle(ahead), [ahead])
  const opened = offered.find(({ id }) => id === wanted) ?? offered[0]

  return (
    <Step title={messages.choose}>
      {state.refusal && <Alert tone="error">{refusalMessage(messages, state.refusal.code)}</Alert>}
      {offered.length === 0 && (
        <>
          <p>{messages.noneOffered}</p>
          <p className="galla-muted small">{messages.sandboxNone}</p>
        </>
      )}
      <div className="galla-methods" hidden={offered.length === 0}>
        {offered.map(({ id, icon, title, hint, Panel }) => (
          <PaymentMethodItem
            key={id}
            icon={icon}
            title={<h3>{title(messages)}</h3>}
            hint={`${id === last ? `${messages.lastUsed} · ` : ''}${hint(messages, paymentMethods)}`}
            group={group}
            initiallyOpen={id === opened?.id}
          >
            {() => (
              <PartBoundary>
                <Panel received={received} liveQr={liveQr} />
              </PartBoundary>
            )}
          </PaymentMethodItem>
        ))}
      </div>
      <LeaveLink received={received} liveQr={liveQr} />
    </Step>
  )
}
