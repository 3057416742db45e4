import { CheckoutButton } from '@galla/react'
import { useState } from 'react'
import { useCart } from '../cart/cart-store.tsx'
import { RefusedNotice } from '../components/layout.tsx'
import { useI18n, useMessages } from '../i18n/i18n-provider.tsx'
import { useOrders } from '../orders/orders-provider.tsx'
import { totalOf } from '../products/catalogue.ts'
import { navigate } from '../router.tsx'
import type { OrderSummary } from '../shop-api.ts'
import { startOrder, useStartError } from './start-order.ts'

/** Where the payer pays: on the provider's page, on that page in a frame over the shop, or on the shop's own page. */
type CheckoutMode = 'page' | 'window' | 'here'

/** The choice of the mode, and the button that starts the checkout. `open`: the payment of this cart that can still be paid. */
export function PaymentChoice({ open }: { open?: OrderSummary }) {
  const messages = useMessages()
  const [mode, setMode] = useState(storedMode)
  const choose = (chosen: CheckoutMode) => {
    setMode(chosen)
    storeMode(chosen)
  }
  const modes = [
    { name: 'page', title: messages.modePage, note: messages.modePageNote },
    { name: 'window', title: messages.modeWindow, note: messages.modeWindowNote },
    { name: 'here', title: messages.modeHere, note: messages.modeHereNote },
  ] as const
  return (
    <section className="payment-choice">
      <fieldset className="checkout-modes">
        <legend>{messages.payTitle}</legend>
        {modes.map(({ name, title, note }) => (
          <label key={name} className="checkout-mode">
            <input type="radio" name="mode" checked={mode === name} onChange={() => choose(name)} />
            <span>
              <span className="checkout-mode-title">{title}</span>
              <span className="muted small">{note}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {open && (
        <p className="muted small">
          {open.checkout === checkoutOf(mode) ? messages.payAnotherWaySame : messages.payAnotherWayBody}
        </p>
      )}
      {mode === 'here' ? (
        <CustomCheckoutButton />
      ) : (
        <StandardCheckoutButton key={mode} mode={mode === 'page' ? 'redirect' : 'iframe'} />
      )}
    </section>
  )
}

/** An order of the same cart and checkout is the same order. */
const checkoutOf = (mode: CheckoutMode) => (mode === 'here' ? 'CUSTOM' : 'STANDARD')

/** The provider's page. Its result proves nothing: the order's status is read from the server. */
function StandardCheckoutButton({ mode }: { mode: 'redirect' | 'iframe' }) {
  const { messages, locale } = useI18n()
  const { cart } = useCart()
  const { refresh } = useOrders()
  const [windowClosed, setWindowClosed] = useState(false)
  const { message, handleError, clear } = useStartError()
  const start = async () => {
    clear()
    setWindowClosed(false)
    const { payerToken, redirectUrl = '' } = await startOrder(cart, 'STANDARD', locale)
    return { payerToken, redirectUrl }
  }
  return (
    <>
      {message === 'cartRefused' && <RefusedNotice>{messages.cartRefused}</RefusedNotice>}
      {windowClosed && (
        <p className="notice notice-wait" role="status">
          {messages.windowClosed}
        </p>
      )}
      <CheckoutButton
        mode={mode}
        amount={totalOf(cart.lines)}
        startOrder={start}
        onError={handleError}
        onResult={({ exit }) => {
          if (exit === 'concluded') return navigate('/thanks')
          setWindowClosed(mode === 'iframe')
          refresh()
        }}
      />
    </>
  )
}

/** The shop's own page. The order is stored now, and sent to the provider when the payer has chosen a payment method. */
function CustomCheckoutButton() {
  const { messages, locale } = useI18n()
  const { cart } = useCart()
  const [busy, setBusy] = useState(false)
  const { message, handleError, clear } = useStartError()
  const start = async () => {
    if (busy) return
    setBusy(true)
    clear()
    try {
      await startOrder(cart, 'CUSTOM', locale)
      navigate('/pay')
    } catch (error) {
      setBusy(false)
      handleError(error)
    }
  }
  return (
    <>
      {message && <RefusedNotice>{messages[message]}</RefusedNotice>}
      <button
        type="button"
        className="button button-primary"
        aria-disabled={busy || undefined}
        onClick={() => void start()}
      >
        {busy ? messages.opening : messages.toPayment}
      </button>
    </>
  )
}

const STORAGE_KEY = 'tea-checkout-mode'

function storedMode(): CheckoutMode {
  try {
    const stored = localStorage.getItem(STORAGE_KEY)
    return stored === 'window' || stored === 'here' ? stored : 'page'
  } catch {
    return 'page'
  }
}

function storeMode(mode: CheckoutMode): void {
  try {
    localStorage.setItem(STORAGE_KEY, mode)
  } catch {
    // Storage is denied: the choice is not remembered.
  }
}
