import { PaymentStatus, usePayment } from '@galla/react'
import { useEffect } from 'react'
import { HotCup } from '../components/illustrations.tsx'
import { Title } from '../components/layout.tsx'
import { useMessages } from '../i18n/i18n-provider.tsx'
import { OrderLines, OrderNumber } from '../orders/order-details.tsx'
import { useOrders } from '../orders/orders-provider.tsx'
import { Link, navigate } from '../router.tsx'
import { useReturnedOrder } from './returned-order.ts'

/** The page to which the payer returns. The return proves nothing: the page shows the order's status. */
export function ThanksPage() {
  const messages = useMessages()
  const returned = useReturnedOrder()
  if (returned.payerToken !== undefined) return <Outcome payerToken={returned.payerToken} />
  return (
    <div className="sheet thanks">
      {returned.state === 'loading' && (
        <>
          <Title>{messages.thanksOpen}</Title>
          <p className="muted">{messages.loading}</p>
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
      <p className="row">
        <Link to="/orders" className="button button-primary">
          {messages.orders}
        </Link>
      </p>
    </div>
  )
}

function Outcome({ payerToken }: { payerToken: string }) {
  const messages = useMessages()
  const { payment } = usePayment(payerToken)
  const { orders, refresh } = useOrders()
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
        <Title>{messages.thanksOpen}</Title>
      )}
      <PaymentStatus payerToken={payerToken} onStartAgain={() => navigate('/cart')} />
      {order && (
        <section aria-label={messages.bill}>
          <OrderLines lines={order.lines} />
          {phase === 'done' && (
            <p className="sum">
              <span className="muted">{messages.paidTo}</span>
              <strong>{messages.name}</strong>
            </p>
          )}
          <OrderNumber merchantOrderId={order.merchantOrderId} />
        </section>
      )}
      <p className="row">
        <Link to="/orders" className="link">
          {messages.orders}
        </Link>
        <Link to="/" className="link">
          {messages.backToShop}
        </Link>
      </p>
    </div>
  )
}
