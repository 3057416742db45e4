import { paise } from '@galla/contract/money'
import { CardForm, CheckoutButton, GallaProvider, PaymentElement, PaymentStatus, SavedCards, UpiQr } from '@galla/react'
import { MandateSetup, SubscriptionPanel } from '@galla/react/subscriptions'
import { createElement as h, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, it, vi } from 'vitest'
import { tokenOf } from './helpers/payer-view.ts'
import { subscriptionToken } from './helpers/subscription-view.ts'

const payerToken = tokenOf('tea-1')

function render(...children: ReactNode[]) {
  const fetch = vi.fn<typeof globalThis.fetch>()
  const html = renderToString(h(GallaProvider, { gatewayUrl: '/payments', locale: 'hi', fetch }, ...children))
  return { html, fetch }
}

it('renders the loading phase on a server, in the payer’s language, without a request', () => {
  const { html, fetch } = render(
    h(PaymentElement, { key: 1, payerToken }),
    h(PaymentStatus, { key: 2, payerToken }),
    h(UpiQr, { key: 3, payerToken }),
    h(CardForm, { key: 4, payerToken, acknowledgesPciScope: true }),
  )
  expect(html.match(/आपका पेमेंट खुल रहा है/g)).toHaveLength(4)
  expect(html).toContain('lang="hi"')
  expect(html).not.toContain(payerToken)
  expect(fetch).not.toHaveBeenCalled()
})

it('renders the checkout button with the amount in Indian grouping', () => {
  const startOrder = () => Promise.reject(new Error('not on a server'))
  const { html } = render(h(CheckoutButton, { key: 1, amount: paise(14_995_000), startOrder }))
  expect(html).toContain('₹1,49,950.00 पे करें')
})

it('throws when there is no GallaProvider', () => {
  expect(() => renderToString(h(UpiQr, { payerToken }))).toThrow(/<GallaProvider/)
})

it('renders the components for subscriptions on a server, without a request', () => {
  const plan = { name: 'चाय', amount: paise(19_900), frequency: 'MONTHLY' } as const
  const startSubscription = () => Promise.reject(new Error('not on a server'))
  const { html, fetch } = render(
    h(MandateSetup, { key: 1, plan, startSubscription }),
    h(SubscriptionPanel, { key: 2, payerToken: subscriptionToken('sub-7') }),
  )
  expect(html).toContain('हर महीने ₹199.00')
  expect(html).toContain('आपका सब्सक्रिप्शन खुल रहा है…')
  expect(html).not.toContain(subscriptionToken('sub-7'))
  expect(fetch).not.toHaveBeenCalled()
})

describe('card fields', () => {
  const key = 1
  const getCardToken = () => Promise.reject(new Error('not on a server'))

  it('throw for an untyped caller that does not acknowledge the PCI DSS scope', () => {
    // @ts-expect-error no acknowledgement
    expect(() => render(h(CardForm, { key, payerToken }))).toThrow(/<CardForm> needs acknowledgesPciScope: true/)
    // @ts-expect-error false is not accepted
    const withFalse = h(CardForm, { key, payerToken, acknowledgesPciScope: false })
    expect(() => render(withFalse)).toThrow(/PCI DSS/)
    // @ts-expect-error nor is a string
    const withString = h(CardForm, { key, payerToken, acknowledgesPciScope: 'true' })
    expect(() => render(withString)).toThrow(/PCI DSS/)
    // @ts-expect-error no acknowledgement
    const saved = h(SavedCards, { key, payerToken, getCardToken })
    expect(() => render(saved)).toThrow(/<SavedCards> needs acknowledgesPciScope: true/)
    // @ts-expect-error no acknowledgement
    const cards = h(PaymentElement, { key, payerToken, cards: {} })
    expect(() => render(cards)).toThrow(/<PaymentElement cards> needs acknowledgesPciScope: true/)
    // @ts-expect-error no acknowledgement
    const savedCards = h(PaymentElement, { key, payerToken, savedCards: { getCardToken } })
    expect(() => render(savedCards)).toThrow(/<PaymentElement savedCards> needs acknowledgesPciScope: true/)
  })

  it('render with the acknowledgement', () => {
    const acknowledgesPciScope = true
    expect(() =>
      render(
        h(SavedCards, { key: 1, payerToken, acknowledgesPciScope, getCardToken: getCardToken }),
        h(PaymentElement, {
          key: 2,
          payerToken,
          cards: { acknowledgesPciScope },
          savedCards: { acknowledgesPciScope, getCardToken: getCardToken },
        }),
      ),
    ).not.toThrow()
  })
})
