import { PaymentStatus, storedOrder, usePayment } from '@galla/react'
import { useEffect, useState } from 'react'
import { HotCup } from '../components/illustrations.tsx'
import { Title } from '../components/layout.tsx'
import { useWords } from '../i18n/i18n-provider.tsx'
import { Lines, OrderNumber } from '../orders/order-details.tsx'
import { useOrders } from '../orders/orders-provider.tsx'
import { go, Link } from '../route.tsx'

/** Where the payer comes back to. That they came back proves nothing: the page asks, and changes by itself. */
export function ThanksPage() {
  const words = useWords()
  const [payerToken] = useState(storedOrder)
  if (payerToken) return <Outcome payerToken={payerToken} />
  return (
    <div className="sheet thanks">
      <Title>{words.thanksLost}</Title>
      <p className="soft">{words.thanksLostBody}</p>
      <p className="row">
        <Link to="/orders" className="button button-main">
          {words.orders}
        </Link>
      </p>
    </div>
  )
}

function Outcome({ payerToken }: { payerToken: string }) {
  const words = useWords()
  const { payment } = usePayment(payerToken)
  const { orders, look } = useOrders()
  const { phase } = payment
  // Each change may mean that a cart was paid, or an order refunded.
  useEffect(() => {
    if (phase !== 'loading') look()
  }, [phase, look])
  useEffect(() => {
    if (phase === 'choose') go('/pay', { replace: true })
  }, [phase])

  const order =
    'view' in payment ? orders?.find((one) => one.merchantOrderId === payment.view.merchantOrderId) : undefined
  return (
    <div className="sheet thanks">
      {phase === 'done' ? (
        <div className="thanks-head">
          <HotCup />
          <div>
            <Title>{words.thanksDone}</Title>
            <p className="soft">{words.thanksDoneBody}</p>
          </div>
        </div>
      ) : (
        <Title>{words.thanksOpen}</Title>
      )}
      <PaymentStatus payerToken={payerToken} onStartAgain={() => go('/cart')} />
      {order && (
        <section aria-label={words.bill}>
          <Lines lines={order.lines} />
          <OrderNumber merchantOrderId={order.merchantOrderId} />
        </section>
      )}
      <p className="row">
        <Link to="/orders" className="link">
          {words.orders}
        </Link>
        <Link to="/" className="link">
          {words.toStall}
        </Link>
      </p>
    </div>
  )
}
