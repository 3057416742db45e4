import { PaymentStatus, storedOrder, usePayment } from '@galla/react'
import { useEffect, useState } from 'react'
import { HotCup } from '../components/illustrations.tsx'
import { Title } from '../components/layout.tsx'
import { useMessages } from '../i18n/i18n-provider.tsx'
import { OrderLines, OrderNumber } from '../orders/order-details.tsx'
import { useOrders } from '../orders/orders-provider.tsx'
import { Link, navigate } from '../router.tsx'

/** The page to which the payer returns. The return proves nothing: the page shows the order's status. */
export function ThanksPage() {
  const messages = useMessages()
  const [payerToken] = useState(storedOrder)
  if (payerToken) return <Outcome payerToken={payerToken} />
  return (
    <div className="sheet thanks">
      <Title>{messages.thanksNoOrder}</Title>
      <p className="muted">{messages.thanksNoOrderBody}</p>
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
