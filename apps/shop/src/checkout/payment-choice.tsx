import { CheckoutButton } from '@galla/react'
import { useState } from 'react'
import { useCart } from '../cart/cart-store.tsx'
import { useWords } from '../i18n/i18n-provider.tsx'
import { useOrders } from '../orders/orders-provider.tsx'
import { sumOf } from '../products/catalogue.ts'
import { go } from '../route.tsx'
import { startOrder, useRefusal } from './start-order.ts'

/** Where to pay, and the one button that goes there. */
export function PayChoice() {
  const words = useWords()
  const [way, setWay] = useState(rememberedWay)
  const choose = (chosen: PayWay) => {
    setWay(chosen)
    rememberWay(chosen)
  }
  const ways = [
    { name: 'page', title: words.wayPage, note: words.wayPageNote },
    { name: 'window', title: words.wayWindow, note: words.wayWindowNote },
    { name: 'here', title: words.wayHere, note: words.wayHereNote },
  ] as const
  return (
    <section className="pay">
      <fieldset className="ways">
        <legend>{words.payTitle}</legend>
        {ways.map(({ name, title, note }) => (
          <label key={name} className="way-choice">
            <input type="radio" name="way" checked={way === name} onChange={() => choose(name)} />
            <span>
              <span className="way-title">{title}</span>
              <span className="soft small">{note}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {way === 'here' ? <HereButton /> : <PageButton key={way} mode={way === 'page' ? 'redirect' : 'iframe'} />}
    </section>
  )
}

/** The provider's page, there or over the shop. What its window says about money is not believed: the order is asked for. */
function PageButton({ mode }: { mode: 'redirect' | 'iframe' }) {
  const words = useWords()
  const { cart } = useCart()
  const { look } = useOrders()
  const [left, setLeft] = useState(false)
  const { told, refused, clear } = useRefusal()
  const open = async () => {
    clear()
    setLeft(false)
    const { payerToken, redirectUrl = '' } = await startOrder(cart, 'STANDARD')
    return { payerToken, redirectUrl }
  }
  return (
    <>
      <CheckoutButton
        mode={mode}
        amount={sumOf(cart.lines)}
        startOrder={open}
        onError={refused}
        onResult={({ how }) => {
          if (how === 'concluded') return go('/thanks')
          setLeft(mode === 'iframe')
          look()
        }}
      />
      {told === 'cartRefused' && (
        <p className="notice notice-bad" role="alert">
          {words.cartRefused}
        </p>
      )}
      {left && (
        <p className="notice notice-wait" role="status">
          {words.windowLeft}
        </p>
      )}
    </>
  )
}

/** The shop's own page: the order is written down now, and opened at the provider once a way to pay is chosen. */
function HereButton() {
  const words = useWords()
  const { cart } = useCart()
  const [busy, setBusy] = useState(false)
  const { told, refused, clear } = useRefusal()
  const open = async () => {
    if (busy) return
    setBusy(true)
    clear()
    try {
      await startOrder(cart, 'CUSTOM')
      go('/pay')
    } catch (error) {
      setBusy(false)
      refused(error)
    }
  }
  return (
    <>
      <button
        type="button"
        className="button button-main"
        aria-disabled={busy || undefined}
        onClick={() => void open()}
      >
        {busy ? words.opening : words.choosePayment}
      </button>
      {told && (
        <p className="notice notice-bad" role="alert">
          {words[told]}
        </p>
      )}
    </>
  )
}

/** Where the payer pays: on the provider's page, on that page in a window over the shop, or on the shop's own page. */
export type PayWay = 'page' | 'window' | 'here'

const KEY = 'tea-pay-way'

export function rememberedWay(): PayWay {
  try {
    const kept = localStorage.getItem(KEY)
    return kept === 'window' || kept === 'here' ? kept : 'page'
  } catch {
    return 'page'
  }
}

export function rememberWay(way: PayWay): void {
  try {
    localStorage.setItem(KEY, way)
  } catch {
    // Asked again next time.
  }
}
