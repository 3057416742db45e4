import { paise } from '@galla/contract/money'
import { CardForm, CheckoutButton, GallaProvider, PaymentElement, PaymentStatus, SavedCards, UpiQr } from '@galla/react'
import { hi } from '@galla/react/i18n/hi'
import { createElement as h, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { tokenOf } from './helpers/payer-view.ts'

const payerToken = tokenOf('tea-1')

function rendered(...parts: ReactNode[]) {
  const fetch = vi.fn<typeof globalThis.fetch>()
  const html = renderToString(h(GallaProvider, { gatewayUrl: '/payments', words: hi, fetch }, ...parts))
  return { html, fetch }
}

it('renders on a server: loading, in the payer’s language, without a call', () => {
  const { html, fetch } = rendered(
    h(PaymentElement, { key: 1, payerToken }),
    h(PaymentStatus, { key: 2, payerToken }),
    h(UpiQr, { key: 3, payerToken }),
    h(CardForm, { key: 4, payerToken, acknowledgesPciScope: true }),
  )
  expect(html.match(/लोड|आपका पेमेंट खुल रहा है/g)).toHaveLength(4)
  expect(html).toContain('lang="hi"')
  expect(html).not.toContain(payerToken)
  expect(fetch).not.toHaveBeenCalled()
})

it('draws the button of the hosted page with the amount in Indian grouping', () => {
  const startOrder = () => Promise.reject(new Error('not on a server'))
  const { html } = rendered(h(CheckoutButton, { key: 1, amount: paise(14_995_000), startOrder }))
  expect(html).toContain('₹1,49,950.00 पे करें')
})

it('names the way out when the provider is missing', () => {
  expect(() => renderToString(h(UpiQr, { payerToken }))).toThrow(/<GallaProvider/)
})

describe('card fields', () => {
  const key = 1
  const tokenOf = () => Promise.reject(new Error('not on a server'))

  it('are not drawn for a caller without types who has not acknowledged the scope of PCI DSS', () => {
    // @ts-expect-error nothing is acknowledged
    expect(() => rendered(h(CardForm, { key, payerToken }))).toThrow(/<CardForm> needs acknowledgesPciScope: true/)
    // @ts-expect-error false is no acknowledgement
    const unaware = h(CardForm, { key, payerToken, acknowledgesPciScope: false })
    expect(() => rendered(unaware)).toThrow(/PCI DSS/)
    // @ts-expect-error nor is a text
    const vague = h(CardForm, { key, payerToken, acknowledgesPciScope: 'true' })
    expect(() => rendered(vague)).toThrow(/PCI DSS/)
    // @ts-expect-error nothing is acknowledged
    const saved = h(SavedCards, { key, payerToken, tokenOf })
    expect(() => rendered(saved)).toThrow(/<SavedCards> needs acknowledgesPciScope: true/)
    // @ts-expect-error nothing is acknowledged
    const cards = h(PaymentElement, { key, payerToken, cards: {} })
    expect(() => rendered(cards)).toThrow(/<PaymentElement cards> needs acknowledgesPciScope: true/)
    // @ts-expect-error nothing is acknowledged
    const savedCards = h(PaymentElement, { key, payerToken, savedCards: { tokenOf } })
    expect(() => rendered(savedCards)).toThrow(/<PaymentElement savedCards> needs acknowledgesPciScope: true/)
  })

  it('are drawn for those who have', () => {
    const acknowledgesPciScope = true
    expect(() =>
      rendered(
        h(SavedCards, { key: 1, payerToken, acknowledgesPciScope, tokenOf }),
        h(PaymentElement, {
          key: 2,
          payerToken,
          cards: { acknowledgesPciScope },
          savedCards: { acknowledgesPciScope, tokenOf },
        }),
      ),
    ).not.toThrow()
  })
})
