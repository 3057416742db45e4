import type { Paise } from '@galla/contract/money'
import { PaymentStatus, usePayment } from '@galla/react'
import { formatAmount } from '@galla/react/components'
import { useEffect } from 'react'
import { HotCup } from '../components/illustrations.tsx'
import { Loading, Title } from '../components/layout.tsx'
import { formatMessage, paymentMessagesOf, useI18n, useMessages } from '../i18n/i18n-provider.tsx'
import { momentIn } from '../i18n/locales.ts'
import { LastFailure, OrderLines, OrderNumber, PaidTo, ReceiptLines, RefundLines } from '../orders/order-details.tsx'
import { isCartPaid } from '../orders/order-status.ts'
import { useOrders } from '../orders/orders-provider.tsx'
import { PrintReceipt } from '../orders/print-receipt.tsx'
import { ResumeButton } from '../orders/resume-payment.tsx'
import { Link, navigate } from '../router.tsx'
import type { OrderSummary } from '../shop-api.ts'
import { useReturnedOrder } from './returned-order.ts'

/** The page to which the payer returns. The return proves nothing: the page shows the order's status. */
export function ThanksPage() {
  const messages = useMessages()
  const returned = useReturnedOrder()
  if (returned.payerToken !== undefined) return <Outcome {...returned} />
  return (
    <div className="sheet thanks">
      {returned.state === 'loading' && (
        <>
          <Title>{messages.thanksOpen}</Title>
          <Loading />
        </>
      )}
      {returned.state === 'failed' && (
        <>
          <Title>{messages.thanksOpen}</Title>
          <p className="notice notice-wait" role="status">
            {messages.thanksFailed}{' '}
            <button type="button" className="link" onClick={returned.tryAgain}>
              {messages.tryAgain}
            </button>
          </p>
        </>
      )}
      {returned.state === 'none' && (
        <>
          <Title>{messages.thanksNoOrder}</Title>
          <p className="muted">{messages.thanksNoOrderBody}</p>
        </>
      )}
      {returned.state !== 'loading' && (
        <p className="row">
          <Link to="/orders" className="button button-primary">
            {messages.orders}
          </Link>
        </p>
      )}
    </div>
  )
}

interface OutcomeProps {
  payerToken: string
  /** The provider knew of no payment when the payer returned. */
  unpaid: boolean
  secondPayment?: { readonly payerToken: string }
}

function Outcome({ payerToken, unpaid, secondPayment }: OutcomeProps) {
  const messages = useMessages()
  const { payment, connection } = usePayment(payerToken)
  const { orders, failed, refresh } = useOrders()
  const { phase } = payment
  // A new phase can mean that a cart was paid or an order was refunded.
  useEffect(() => {
    if (phase !== 'loading') refresh()
  }, [phase, refresh])
  useEffect(() => {
    if (phase === 'choose') navigate('/pay', { replace: true })
  }, [phase])

  const order =
    'view' in payment ? orders?.find((one) => one.merchantOrderId === payment.view.merchantOrderId) : undefined
  const refunded = order && orders?.find((one) => one.cartId === order.cartId && one.resolution === 'duplicate-refund')
  // Of a cart that another order paid, the payer needs the number of that one.
  const shown =
    phase === 'already-paid' ? orders?.find((one) => one.cartId === order?.cartId && isCartPaid(one)) : order
  const isPaid = phase === 'done' || phase === 'already-paid'
  // The status above says when the money is seen.
  const isGoingBack = phase === 'late-payment' || phase === 'refunding'
  const isUnpaid = unpaid && phase === 'hosted' && !payment.view.attemptPending
  return (
    <div className="sheet thanks">
      {phase === 'done' ? (
        <div className="thanks-head">
          <HotCup />
          <div>
            <Title>{messages.thanksDone}</Title>
            <p className="muted">{messages.thanksDoneBody}</p>
          </div>
        </div>
      ) : (
        <Title>{isUnpaid ? messages.unpaidTitle : messages.thanksOpen}</Title>
      )}
      {isUnpaid ? (
        <Unpaid order={order} expiresAtMs={payment.view.expiresAtMs} />
      ) : (
        <div className={phase === 'loading' && connection === 'up' ? 'not-yet' : undefined}>
          <PaymentStatus payerToken={payerToken} onStartAgain={() => navigate('/cart')} />
        </div>
      )}
      {phase === 'waiting' && order?.resumable && order.bankPending && (
        <div className="unpaid">
          <p>{messages.doNotPayAgain}</p>
          <p className="row">
            <ResumeButton order={order} />
          </p>
        </div>
      )}
      {phase === 'done' && refunded && <PaidTwice amount={refunded.amount} />}
      {phase === 'done' && !refunded && secondPayment && <SecondPayment payerToken={secondPayment.payerToken} />}
      {shown && (
        <section aria-label={messages.bill} className="receipt">
          <OrderLines lines={shown.lines} />
          {(isPaid || isGoingBack) && (
            <>
              <PaidTo />
              <ReceiptLines order={shown} />
            </>
          )}
          <OrderNumber merchantOrderId={shown.merchantOrderId} />
          <RefundLines order={shown} explains={!isGoingBack} />
          {shown.receipt && <PrintReceipt />}
        </section>
      )}
      {phase !== 'loading' && (orders || failed) ? (
        <p className="row">
          <Link to="/orders" className="link">
            {messages.orders}
          </Link>
          <Link to="/" className="link">
            {messages.backToShop}
          </Link>
        </p>
      ) : (
        <Loading />
      )}
    </div>
  )
}

/** Another payment of the cart, which may arrive while the page is open: then it is refunded. */
function SecondPayment({ payerToken }: { payerToken: string }) {
  const { payment } = usePayment(payerToken)
  return payment.phase === 'refunding' ? <PaidTwice amount={payment.view.amount} /> : null
}

function PaidTwice({ amount }: { amount: Paise }) {
  const messages = useMessages()
  return (
    <p className="notice notice-wait" role="status">
      {formatMessage(messages.paidTwice, { amount: formatAmount(amount) })}
    </p>
  )
}

/** The payer came back without paying: what that means, and how to pay. The provider cannot end its order before its time. */
function Unpaid({ order, expiresAtMs }: { order: OrderSummary | undefined; expiresAtMs: number | undefined }) {
  const i18n = useI18n()
  const { messages, locale } = i18n
  const { pay } = paymentMessagesOf(i18n)
  return (
    <div className="unpaid" role="status">
      <p>{messages.unpaidBody}</p>
      {order && <LastFailure order={order} />}
      {order && (
        <p className="row">
          <ResumeButton order={order} primary label={formatMessage(pay, { amount: formatAmount(order.amount) })} />
        </p>
      )}
      {expiresAtMs !== undefined && (
        <p className="muted small">{formatMessage(messages.unpaidEnds, { time: momentIn(locale, expiresAtMs) })}</p>
      )}
    </div>
  )
}
