import { PaymentElement, storedOrder, usePayment } from '@galla/react'
import { useEffect, useRef, useState } from 'react'
import { useCart } from '../cart/cart-store.tsx'
import { Title } from '../components/layout.tsx'
import { useI18n } from '../i18n/i18n-provider.tsx'
import { OrderLines } from '../orders/order-details.tsx'
import { useOrders } from '../orders/orders-provider.tsx'
import { Link, navigate } from '../router.tsx'
import { callShop } from '../shop-api.ts'
import { startOrder, useStartError } from './start-order.ts'
import { TestPaymentHelp } from './test-payment.tsx'

const CARDS = { acknowledgesPciScope: true } as const
const SAVED_CARDS = {
  acknowledgesPciScope: true,
  getCardToken: (savedCardId: string) => callShop('POST /api/saved-cards/:savedCardId/token', {}, { savedCardId }),
} as const

/** The shop's own checkout. After a reload it continues with the order whose token this tab has stored. */
export function PayPage() {
  const [payerToken, setPayerToken] = useState(storedOrder)
  useEffect(() => {
    if (!payerToken) navigate('/cart', { replace: true })
  }, [payerToken])
  return payerToken ? <CustomCheckout key={payerToken} payerToken={payerToken} onNewOrder={setPayerToken} /> : null
}

interface CustomCheckoutProps {
  payerToken: string
  onNewOrder: (payerToken: string) => void
}

function CustomCheckout({ payerToken, onNewOrder }: CustomCheckoutProps) {
  const { messages, locale } = useI18n()
  const { cart } = useCart()
  const { orders } = useOrders()
  const { payment } = usePayment(payerToken)
  const { message, handleError } = useStartError()
  const paid = payment.phase === 'done' || payment.phase === 'late-payment' || payment.phase === 'refunding'
  const elsewhere = payment.phase === 'hosted' || payment.phase === 'unknown' || payment.phase === 'already-paid'
  useEffect(() => {
    if (paid || elsewhere) navigate('/thanks', { replace: true })
  }, [paid, elsewhere])

  // A resumed order can differ from the cart, which the payer may have changed since.
  const order =
    'view' in payment ? orders?.find((one) => one.merchantOrderId === payment.view.merchantOrderId) : undefined

  const starting = useRef(false)
  const startAgain = async () => {
    if (starting.current) return
    starting.current = true
    try {
      onNewOrder((await startOrder(cart, 'CUSTOM', locale)).payerToken)
    } catch (error) {
      starting.current = false
      handleError(error)
    }
  }
  return (
    <>
      <Title visuallyHidden>{messages.payHere}</Title>
      <div className="checkout">
        <div>
          {message && (
            <p className="notice notice-bad" role="alert">
              {messages[message]}
            </p>
          )}
          <PaymentElement
            payerToken={payerToken}
            onStartAgain={() => void startAgain()}
            cards={CARDS}
            savedCards={SAVED_CARDS}
          />
          <TestPaymentHelp />
        </div>
        <aside className="checkout-bill" aria-label={messages.bill}>
          <h2>{messages.bill}</h2>
          <OrderLines lines={order?.lines ?? cart.lines} />
          <p className="back">
            <Link to="/cart" className="link">
              {messages.backToBill}
            </Link>
          </p>
        </aside>
      </div>
    </>
  )
}
