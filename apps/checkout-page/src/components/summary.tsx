import type { PageOrder } from '@galla/contract/sandbox-api/page-routes'
import { Amount, CopyButton } from '@galla/react/components'
import { useMessages } from '../i18n/i18n-provider.tsx'
import type { ReceivedView } from '../session/session-state.ts'
import { TimeLeft } from './step.tsx'

/** Controls that show the characters after them in another order. */
const REORDERING = /\p{Bidi_Control}/gu

/**
 * Merchant, amount and order ids, visible during the payment or the approval of a mandate, whose amount is its first bill or a
 * test that is returned. `timed`: also shows the time left, where the step does not. */
export function Summary({ received, timed }: { received: ReceivedView; timed: boolean }) {
  const messages = useMessages()
  const { merchantName, merchantLogo, order, mandate } = received.view
  const takes = mandate?.authWorkflowType === 'PENNY_DROP' ? messages.mandateTest : messages.mandateFirst
  return (
    <header className="summary">
      {merchantLogo && <img className="merchant-logo" src={merchantLogo} alt="" />}
      <p className="galla-muted small">{mandate ? messages.mandateFor : messages.payTo}</p>
      <h1 translate="no">{merchantName}</h1>
      {order.message && <p className="galla-muted message">{order.message.replace(REORDERING, '')}</p>}
      <p className="amount-due">
        <span className="galla-muted small">{mandate ? takes : messages.amountToPay}</span>
        <Amount amount={order.amount} total />
      </p>
      {timed && (
        <dl className="details small">
          <dt>{messages.timeLeft}</dt>
          <dd>
            <TimeLeft received={received} />
          </dd>
        </dl>
      )}
      <details className="order-details small">
        <summary>{messages.details}</summary>
        <OrderDetails order={order} />
      </details>
    </header>
  )
}

function OrderDetails({ order }: { order: PageOrder }) {
  const messages = useMessages()
  return (
    <dl className="details small">
      <dt>{messages.orderId}</dt>
      <dd>
        <code translate="no">{order.merchantOrderId}</code>
        <CopyButton text={order.merchantOrderId} label={messages.copy} copied={messages.copied} />
      </dd>
      <dt>{messages.paymentId}</dt>
      <dd>
        <code translate="no">{order.orderId}</code>
        <CopyButton text={order.orderId} label={messages.copy} copied={messages.copied} />
      </dd>
      {order.phoneNumber && (
        <>
          <dt>{messages.mobile}</dt>
          <dd translate="no">{maskedPhone(order.phoneNumber)}</dd>
        </>
      )}
    </dl>
  )
}

/** The last four digits: the payer recognizes the number, an onlooker does not learn it. */
function maskedPhone(phoneNumber: string): string {
  return `•••• ••${phoneNumber.slice(-4)}`
}
