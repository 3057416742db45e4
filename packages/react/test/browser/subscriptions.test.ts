import type { PayerSubscription } from '@galla/contract/gateway-api/payer-subscriptions'
import type { Paise } from '@galla/contract/money'
import { expectAccessible, expectAccessibleInBothSchemes, expectReflow } from '@galla/testkit/page-assertions'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { subscriptionToken } from '../helpers/subscription-view.ts'
import { DESKTOP, PHONE, TestShop } from '../helpers/test-shop.ts'

let shop: TestShop
let count = 0
const put = (over: Partial<PayerSubscription> = {}) => {
  shop.gateway.putSubscription(`sub-${++count}`, over)
  return `sub-${count}`
}
beforeAll(async () => {
  shop = await TestShop.open()
})
afterEach(() => shop.endVisits())
afterAll(() => shop.close())

const NARROW = { ...PHONE, viewport: { width: 360, height: 640 } }

/** The shop's server answers a start with a page, with none, or not at all. */
const answerStart = (answer: object | undefined) => async (page: Page) => {
  await page.route('**/start-subscription', (route) =>
    answer === undefined ? route.abort() : route.fulfill({ json: answer }),
  )
}

const STATES: [string, Partial<PayerSubscription>][] = [
  ['Waiting for your approval', { state: 'CREATED', redirectUrl: 'https://pay.example/p', changes: ['cancel'] }],
  ['Your subscription is active', {}],
  ['The last debit failed', { state: 'PAST_DUE' }],
  ['Your subscription is paused', { state: 'PAUSED', pause: { endedBy: 'payer-in-app' }, changes: ['cancel'] }],
  ['Your subscription has stopped', { state: 'HALTED', haltedFor: 'debits-failed', changes: ['resume', 'cancel'] }],
  ['Your subscription is cancelled', { endsAtMs: Date.parse('2027-02-10T00:00:00+05:30'), changes: [] }],
  ['Your subscription has ended', { state: 'CANCELLED', changes: [] }],
  ['Your subscription is complete', { state: 'COMPLETED', changes: [] }],
  ['Your subscription has not begun', { state: 'EXPIRED', changes: [] }],
]

describe('the page of a subscription', () => {
  it.each(STATES)('%s: is accessible, light and dark, and fits 360 pixels', async (title, over) => {
    const page = await shop.visit(`subscription=${put(over)}&component=panel`, NARROW)
    await page.getByRole('status').getByRole('heading', { name: title }).waitFor()
    await expectReflow(page)
    await expectAccessibleInBothSchemes(page)
  })

  it('shows plan, price, maximum and next debit', async () => {
    const page = await shop.visit(`subscription=${put()}&component=panel`, DESKTOP)
    const facts = page.getByRole('region', { name: 'Tea every month' })
    await facts.getByText('₹199.00 every month').waitFor()
    expect(await facts.locator('dd').allTextContents()).toEqual([
      '₹199.00 every month',
      '₹199.00 from 10 February 2027',
      '₹499.00',
      '8 January 2037',
      'At any time: in this shop, or in your UPI app under AutoPay.',
    ])
  })

  it('pauses and resumes, and other components see the change', async () => {
    const page = await shop.visit(`subscription=${put()}&component=both`)
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByRole('heading', { name: 'Your subscription is paused' }).waitFor()
    await page.locator('[data-state="PAUSED"]').waitFor({ state: 'attached' })
    await page.getByRole('button', { name: 'Resume' }).click()
    await page.getByRole('heading', { name: 'Your subscription is active' }).waitFor()
    expect(shop.gateway.count('GET status')).toBe(1)
  })

  it('cancels after a question that says what the payer keeps, with the keyboard', async () => {
    const page = await shop.visit(`subscription=${put()}&component=panel`)
    const focused = () => page.evaluate(() => document.activeElement?.textContent)
    await page.getByRole('button', { name: 'Cancel subscription' }).press('Enter')
    const question = page.getByRole('region', { name: 'Cancel your subscription?' })
    await question.getByText('It goes on until 9 February 2027.').waitFor()
    expect(await focused()).toBe('Cancel your subscription?')
    await expectAccessibleInBothSchemes(page)
    await question.getByRole('button', { name: 'Keep it' }).press('Enter')
    await question.waitFor({ state: 'detached' })
    expect(await focused()).toBe('Cancel subscription')
    expect(shop.gateway.count('POST cancel')).toBe(0)
    await page.getByRole('button', { name: 'Cancel subscription' }).press('Enter')
    await question.getByRole('button', { name: 'Yes, cancel it' }).press('Enter')
    await page.getByRole('heading', { name: 'Your subscription is cancelled' }).waitFor()
    await page.getByText('It goes on until 9 February 2027. Nothing more is debited.').waitFor()
    const facts = page.getByRole('region', { name: 'Tea every month' })
    expect(await facts.locator('dd').allTextContents()).toEqual(['₹199.00 every month'])
    expect(await page.getByRole('button', { name: /Pause|Cancel/ }).count()).toBe(0)
    expect(shop.gateway.count('POST cancel')).toBe(1)
  })

  it('shows the whole question before a cancellation on a small phone, with its buttons', async () => {
    const page = await shop.visit(`subscription=${put()}&component=panel`, NARROW)
    const cancel = page.getByRole('button', { name: 'Cancel subscription' })
    await cancel.click()
    const answer = page.getByRole('region', { name: 'Cancel your subscription?' }).getByRole('button').last()
    await answer.waitFor()
    const bottom = await answer.evaluate((element) => element.getBoundingClientRect().bottom)
    expect(bottom).toBeLessThanOrEqual(NARROW.viewport.height)
  })

  it('says of a subscription without paid time that it ends at once', async () => {
    const page = await shop.visit(`subscription=${put({ state: 'PAST_DUE' })}&component=panel`)
    await page.getByRole('button', { name: 'Cancel subscription' }).click()
    await page.getByText('It ends at once.').waitFor()
  })

  it('says of a subscription with a debit under way that the debit decides about the end', async () => {
    const page = await shop.visit(`subscription=${put({ isDebitUnderWay: true })}&component=panel`, NARROW)
    await page.getByRole('button', { name: 'Cancel subscription' }).click()
    await page.getByText('If it fails, your subscription ends at once.').waitFor()
    await expectAccessibleInBothSchemes(page)
  })

  it('says that a change was refused, and shows what the subscription is now', async () => {
    const id = put()
    shop.expectedErrors = /409/
    const page = await shop.visit(`subscription=${id}&component=panel`)
    await page.getByRole('button', { name: 'Pause' }).waitFor()
    shop.gateway.putSubscription(id, { state: 'CANCELLED', changes: [] })
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByRole('alert').filter({ hasText: 'That was not possible' }).waitFor()
    await page.getByRole('heading', { name: 'Your subscription has ended' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Subscribe again' }).click()
    await page.getByText('again', { exact: true }).waitFor()
  })

  it('shows the approval as soon as the gateway knows it', async () => {
    const id = put({ state: 'CREATED', redirectUrl: 'https://pay.example/p', pollAfterMs: 500, changes: ['cancel'] })
    const page = await shop.visit(`subscription=${id}&component=panel`)
    await page.getByRole('link', { name: 'Approve the mandate' }).waitFor()
    shop.gateway.putSubscription(id, { state: 'ACTIVE' })
    await page.getByRole('heading', { name: 'Your subscription is active' }).waitFor()
  })

  it('opens a new mandate where the old one has ended, and no page that is not on the web', async () => {
    const halted = put({ state: 'HALTED', haltedFor: 'mandate-ended', changes: ['cancel'] })
    const pages = ['javascript:alert(1)', '/mandate']
    const page = await shop.visit(`subscription=${halted}&component=panel&renew`, DESKTOP, {
      before: async (page) => {
        await page.route('**/start-subscription', (route) =>
          route.fulfill({ json: { page: new URL(pages.shift() ?? '', route.request().url()).href } }),
        )
      },
    })
    await page.getByRole('button', { name: 'Set up a new mandate' }).click()
    await page.getByRole('alert').filter({ hasText: 'The page did not open.' }).waitFor()
    await page.getByRole('button', { name: 'Set up a new mandate' }).click()
    await page.waitForURL('**/mandate')
  })

  it('keeps what it showed while the gateway does not answer', async () => {
    const page = await shop.visit(`subscription=${put()}&component=panel`)
    await page.getByRole('button', { name: 'Pause' }).waitFor()
    await page.context().setOffline(true)
    await page.getByText('No internet connection.').waitFor()
    await page.getByText('₹199.00 every month').waitFor()
    await page.context().setOffline(false)
    await page.getByText('No internet connection.').waitFor({ state: 'detached' })
  })

  it('opens nothing with the token of an order, and sends no request', async () => {
    const page = await shop.visit('order=tea-1&component=panel')
    await page.getByRole('heading', { name: 'Your subscription cannot be opened' }).waitFor()
    expect(shop.gateway.requests).toEqual([])
  })

  it('leaves the page around it when it cannot show a reply', async () => {
    shop.expectedErrors = /RangeError|TypeError|An error occurred in the/
    const page = await shop.visit(
      `subscription=${put({ nextDebit: { amount: 0.5 as Paise, atMs: 1 } })}&component=panel`,
    )
    await page.getByText('This part could not be shown.').waitFor()
    await page.getByRole('heading', { level: 1, name: 'Chai & Chapters' }).waitFor()
  })
})

describe('what a payer agrees to', () => {
  it.each(['lang=en', 'lang=hi', 'dir=rtl', 'lang=en&trial'])(
    'fits a phone and a desk, light and dark (%s)',
    async (query) => {
      for (const device of [NARROW, DESKTOP]) {
        const page = await shop.visit(`component=agreement&${query}`, device)
        await page.getByRole('heading', { name: 'Tea every month' }).waitFor()
        await expectReflow(page)
        await expectAccessibleInBothSchemes(page)
      }
    },
  )

  it('names price, maximum, first debit, duration, notice and how to cancel', async () => {
    const page = await shop.visit('component=agreement')
    await page.getByRole('heading', { name: 'Tea every month' }).waitFor()
    expect(await page.locator('dd').allTextContents()).toEqual([
      '₹199.00 every month',
      '₹499.00',
      'When you approve',
      'Until you cancel',
      'Your bank tells you 24 hours before each debit.',
      'At any time: in this shop, or in your UPI app under AutoPay.',
    ])
    const trial = await shop.visit('component=agreement&trial')
    await trial.getByText('After 7 free days. When you approve, ₹2.00 are taken and returned.').waitFor()
    await trial.getByText('12 debits').waitFor()
  })

  it('is read in Hindi, and in a language of its own table', async () => {
    const hindi = await shop.visit('component=agreement&lang=hi')
    await hindi.getByRole('button', { name: '₹199.00 में सब्सक्राइब करें' }).waitFor()
    await hindi.getByText('हर महीने ₹199.00').waitFor()
    const tamil = await shop.visit('component=agreement&ta')
    await tamil.getByText('ஒவ்வொரு மாதமும் ₹199.00').waitFor()
  })
})

describe('the button to subscribe', () => {
  it('opens the page of the mandate, and stores the token for the page to which the payer returns', async () => {
    const page = await shop.visit('subscription=sub-7&component=subscribe', DESKTOP, {
      before: async (page) => {
        await page.route('**/start-subscription', (route) =>
          route.fulfill({ json: { page: `${new URL(route.request().url()).origin}/mandate` } }),
        )
      },
    })
    await page.getByRole('button', { name: 'Subscribe for ₹199.00' }).click()
    await page.waitForURL('**/mandate')
    await page.goto(`${new URL(page.url()).origin}/?component=stored`)
    await page.getByText(subscriptionToken('sub-7')).waitFor()
    await page.goBack()
    await page.goBack()
    await page.getByRole('button', { name: 'Subscribe for ₹199.00' }).waitFor()
  })

  it('says that nothing was agreed when the server does not answer', async () => {
    shop.expectedErrors = /ERR_FAILED/
    const page = await shop.visit('subscription=sub-7&component=subscribe', DESKTOP, { before: answerStart(undefined) })
    await page.getByRole('button').first().click()
    await page.getByRole('alert').filter({ hasText: 'Nothing was agreed' }).waitFor()
    await page.getByText('TypeError').waitFor()
    await expectAccessible(page)
  })

  it('reports a mandate that is approved already', async () => {
    const page = await shop.visit('subscription=sub-7&component=subscribe', DESKTOP, { before: answerStart({}) })
    await page.getByRole('button').first().click()
    await page.getByText('approved', { exact: true }).waitFor()
  })
})
