import { paise } from '@galla/contract/money'
import { CardForm, CheckoutButton, GallaProvider, PaymentElement, PaymentStatus, SavedCards, UpiQr } from '@galla/react'
import { hi } from '@galla/react/words/hi'
import { createElement as h, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { tokenOf } from './view-of.ts'

const orderToken = tokenOf('tea-1')

function rendered(...parts: ReactNode[]) {
  const fetch = vi.fn<typeof globalThis.fetch>()
  const html = renderToString(h(GallaProvider, { shopperUrl: '/payments', words: hi, fetch }, ...parts))
  return { html, fetch }
}

it('renders on a server: loading, in the payer’s language, without a call', () => {
  const { html, fetch } = rendered(
    h(PaymentElement, { key: 1, orderToken }),
    h(PaymentStatus, { key: 2, orderToken }),
    h(UpiQr, { key: 3, orderToken }),
    h(CardForm, { key: 4, orderToken, acknowledgesPciScope: true }),
  )
  expect(html.match(/लोड|आपका पेमेंट खुल रहा है/g)).toHaveLength(4)
  expect(html).toContain('lang="hi"')
  expect(html).not.toContain(orderToken)
  expect(fetch).not.toHaveBeenCalled()
})

it('draws the button of the hosted page with the amount in Indian grouping', () => {
  const startOrder = () => Promise.reject(new Error('not on a server'))
  const { html } = rendered(h(CheckoutButton, { key: 1, amount: paise(14_995_000), startOrder }))
  expect(html).toContain('₹1,49,950.00 पे करें')
})

it('names the way out when the provider is missing', () => {
  expect(() => renderToString(h(UpiQr, { orderToken }))).toThrow(/<GallaProvider/)
})

describe('card fields', () => {
  const key = 1
  const tokenOf = () => Promise.reject(new Error('not on a server'))

  it('are not drawn for a caller without types who has not acknowledged the scope of PCI DSS', () => {
    // @ts-expect-error nothing is acknowledged
    expect(() => rendered(h(CardForm, { key, orderToken }))).toThrow(/<CardForm> needs acknowledgesPciScope: true/)
    // @ts-expect-error false is no acknowledgement
    const unaware = h(CardForm, { key, orderToken, acknowledgesPciScope: false })
    expect(() => rendered(unaware)).toThrow(/PCI DSS/)
    // @ts-expect-error nor is a text
    const vague = h(CardForm, { key, orderToken, acknowledgesPciScope: 'true' })
    expect(() => rendered(vague)).toThrow(/PCI DSS/)
    // @ts-expect-error nothing is acknowledged
    const saved = h(SavedCards, { key, orderToken, tokenOf })
    expect(() => rendered(saved)).toThrow(/<SavedCards> needs acknowledgesPciScope: true/)
    // @ts-expect-error nothing is acknowledged
    const cards = h(PaymentElement, { key, orderToken, cards: {} })
    expect(() => rendered(cards)).toThrow(/<PaymentElement cards> needs acknowledgesPciScope: true/)
    // @ts-expect-error nothing is acknowledged
    const savedCards = h(PaymentElement, { key, orderToken, savedCards: { tokenOf } })
    expect(() => rendered(savedCards)).toThrow(/<PaymentElement savedCards> needs acknowledgesPciScope: true/)
  })

  it('are drawn for those who have', () => {
    const acknowledgesPciScope = true
    expect(() =>
      rendered(
        h(SavedCards, { key: 1, orderToken, acknowledgesPciScope, tokenOf }),
        h(PaymentElement, {
          key: 2,
          orderToken,
          cards: { acknowledgesPciScope },
          savedCards: { acknowledgesPciScope, tokenOf },
        }),
      ),
    ).not.toThrow()
  })
})
