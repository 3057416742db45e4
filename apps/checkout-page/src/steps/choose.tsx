import type { PageAttempt } from '@galla/contract/sandbox-api/page-routes'
import { Alert, PaymentMethodItem, refusalMessage } from '@galla/react/components'
import { Suspense, useId } from 'react'
import { Step } from '../components/step.tsx'
import { useMessages } from '../i18n/i18n-provider.tsx'
import { METHODS } from '../payment-methods/payment-methods.ts'
import { usePayment } from '../session/session-context.ts'
import type { ReceivedView } from '../session/session-state.ts'
import { LeaveLink } from './exits.tsx'

/** The order's payment methods, one open at a time. */
export function Choose({ received, liveQr }: { received: ReceivedView; liveQr?: PageAttempt }) {
  const messages = useMessages()
  const { state } = usePayment()
  const group = useId()
  const { paymentMethods } = received.view
  const offered = METHODS.filter((method) => method.isOffered(paymentMethods))

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
        {offered.map(({ id, icon, title, hint, Panel }, index) => (
          <PaymentMethodItem
            key={id}
            icon={icon}
            title={<h3>{title(messages)}</h3>}
            hint={hint(messages, paymentMethods)}
            group={group}
            initiallyOpen={index === 0}
          >
            {() => (
              <Suspense fallback={<p className="galla-muted">{messages.sending}</p>}>
                <Panel received={received} liveQr={liveQr} />
              </Suspense>
            )}
          </PaymentMethodItem>
        ))}
      </div>
      <LeaveLink received={received} />
    </Step>
  )
}
