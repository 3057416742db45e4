import type { PageAttempt } from '@galla/contract/sandbox-api/page-routes'
import { Button, formatAmount } from '@galla/react/components'
import { useEffect } from 'react'
import { useMessages } from '../i18n/i18n-provider.tsx'
import { usePayment } from '../session/session-context.ts'
import type { ReceivedView } from '../session/session-state.ts'
import { QrCode } from './load-qr-code.tsx'

interface LiveQrProps {
  received: ReceivedView
  attempt: PageAttempt | undefined
}

/** The QR code on arrival. A code that failed or was cancelled is replaced by a new one; its time is that of the order. */
export function LiveQr({ received, attempt }: LiveQrProps) {
  const messages = useMessages()
  const { act, state, openOutcomePanel } = usePayment()
  const { merchantName, order, canPay } = received.view
  const wanted = attempt === undefined && canPay && !state.sending && !state.refusal && state.connection === 'up'
  useEffect(() => {
    if (wanted) void act((client) => client.call('POST /attempts', { paymentMode: { type: 'UPI_QR', live: true } }))
  }, [wanted, act])
  /** Unless a rule decides the payment, the tester does. */
  const scan = () =>
    void act(async (client) => {
      const response = await client.call('POST /attempts', { paymentMode: { type: 'UPI_QR' } })
      if (response.kind === 'answer' && response.body.attempt?.state === 'PENDING') openOutcomePanel()
      return response
    })

  return (
    <section className="live-qr" aria-label={messages.scanTitle}>
      <div className="live-qr-code">
        {attempt?.intentUrl && (
          <QrCode text={attempt.intentUrl} label={messages.qrFor(formatAmount(order.amount), merchantName)} />
        )}
      </div>
      <div className="galla-stack">
        <h4>{messages.scanTitle}</h4>
        <ol>
          <li>{messages.scanOpen}</li>
          <li>{messages.scanScan}</li>
          <li>{messages.scanPin}</li>
        </ol>
        <p className="galla-muted small">
          {messages.sandboxWait}{' '}
          <span className="inline">
            <Button variant="link" onClick={scan} busy={state.sending}>
              {messages.sandboxScan}
            </Button>
          </span>
        </p>
      </div>
    </section>
  )
}
