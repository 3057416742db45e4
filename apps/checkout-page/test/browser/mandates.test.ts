import { expectAccessible, expectAccessibleInBothSchemes, expectReflow } from '@galla/testkit/page-assertions'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { CheckoutBrowser, DESKTOP, PHONE } from '../helpers/checkout-browser.ts'
import { heading } from '../helpers/payer.ts'

let browser: CheckoutBrowser
beforeAll(async () => {
  browser = await CheckoutBrowser.open()
})
afterEach(() => browser.endVisits())
afterAll(() => browser.close())

const NARROW = { ...PHONE, viewport: { width: 360, height: 640 } }

/** Sets a mandate up, as a merchant's server does. */
async function setUp(id: string, terms: object = {}, amount = 19_900) {
  const subscriptionDetails = {
    subscriptionType: 'RECURRING',
    productType: 'UPI_MANDATE',
    merchantSubscriptionId: id,
    authWorkflowType: 'TRANSACTION',
    amountType: 'FIXED',
    maxAmount: 19_900,
    frequency: 'MONTHLY',
    expireAt: Date.parse('2031-01-31T12:00:00+05:30'),
    ...terms,
  }
  const flow = { type: 'SUBSCRIPTION_CHECKOUT_SETUP', message: 'Chai of the month', subscriptionDetails }
  return browser.order({ amount }, flow)
}

/** A mandate that the payer has approved, with a debit that was announced. */
async function announced(id: string): Promise<void> {
  const { merchantOrderId } = await setUp(id, { frequency: 'ON_DEMAND' })
  await browser.sandbox.simulatePayment(merchantOrderId, { outcome: 'SUCCESS' })
  await browser.notify(id, 19_900)
  await expect.poll(async () => (await browser.sandbox.mandate(id)).redemptions[0]?.state).toBe('NOTIFIED')
}

const stateOf = async (id: string) => (await browser.sandbox.mandate(id)).state

/** Returns the text beside the terms: the merchant, and the amount taken now. */
const summaryOf = (page: Page) => page.getByRole('banner').textContent()

const inHindi = (page: Page) => page.getByLabel('Language').selectOption({ label: 'हिन्दी' })

describe('the approval page', () => {
  it('says what is agreed, and how to end it; approving it leads to the payer’s list', async () => {
    const { pageUrl } = await setUp('club-1')
    const { page } = await browser.visit(pageUrl)
    await heading(page, 'Approve this AutoPay?')
    await heading(page, 'Chai & Chapters')
    expect(await summaryOf(page)).toMatch(/^AutoPay for.*First debit, when you approve\s*₹199\.00/s)
    expect(await page.title()).toBe('AutoPay for Chai & Chapters')
    expect(await page.getByLabel('What you agree to').locator('dt, dd').allTextContents()).toEqual([
      'Each debit',
      '₹199.00 each time',
      'How often',
      'Every month',
      'First debit',
      '₹199.00, when you approve',
      'Ends on',
      '31 January 2031',
      'How to cancel',
      'At any time and free of charge, in your UPI app under AutoPay, or with Chai & Chapters.',
    ])
    await page.getByRole('button', { name: 'Approve with UPI PIN' }).click()
    await heading(page, 'AutoPay approved')
    expect(await stateOf('club-1')).toBe('ACTIVE')
    await expectAccessibleInBothSchemes(page)
    await page.getByRole('link', { name: 'See and manage your AutoPays' }).click()
    await heading(page, 'Chai & Chapters club-1')
  })

  it('names the maximum and the test amount, and takes a refusal', async () => {
    const terms = { authWorkflowType: 'PENNY_DROP', amountType: 'VARIABLE', maxAmount: 99_900, frequency: 'ON_DEMAND' }
    const { pageUrl } = await setUp('club-2', terms, 200)
    const { page } = await browser.visit(pageUrl)
    await page.getByText('Up to ₹999.00 each time').waitFor()
    await page.getByText('Whenever a bill is due').waitFor()
    await page.getByText('₹2.00 now are a test, and returned.').waitFor()
    expect(await summaryOf(page)).toMatch(/^AutoPay for.*Test amount, returned to you\s*₹2\.00/s)
    expect(await page.getByText(/Paying|without paying|Amount to pay/).count()).toBe(0)
    await page.getByRole('button', { name: 'Decline' }).click()
    await heading(page, 'AutoPay not approved')
    expect(await stateOf('club-2')).toBe('FAILED')
  })

  it('keeps the terms beside the code for a UPI app', async () => {
    const { pageUrl } = await setUp('club-3')
    const { page } = await browser.visit(pageUrl)
    await page.getByRole('button', { name: 'Use a UPI app or a QR code' }).click()
    await page.getByRole('img', { name: /QR code/ }).waitFor()
    await page.getByLabel('What you agree to').getByText('Every month').waitFor()
    await expectAccessible(page)
  })

  it.each([
    ['desktop', DESKTOP],
    ['360 pixels', NARROW],
  ])('is accessible in both languages and schemes, at %s', async (size, device) => {
    const { pageUrl } = await setUp(`size-${size.slice(0, 3)}`)
    const { page } = await browser.visit(pageUrl, device)
    await heading(page, 'Approve this AutoPay?')
    await expectReflow(page)
    await expectAccessibleInBothSchemes(page)
    await inHindi(page)
    await heading(page, 'क्या आप इस ऑटोपे को मंज़ूरी देते हैं?')
    await expectReflow(page)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'UPI PIN से मंज़ूरी दें' }).click()
    await heading(page, 'ऑटोपे चालू हो गया')
  })
})

describe('the payer’s list', () => {
  it('announces a debit, which the payer refuses; pauses, resumes and stops the mandate', async () => {
    await announced('club-4')
    const { page } = await browser.visit(browser.sandbox.url)
    await page.getByRole('link', { name: 'Mandates', exact: true }).click()
    const mandate = page.getByRole('region', { name: 'club-4' })
    await mandate.getByText(/^₹199\.00, not before 21 November 2026/).waitFor()
    await mandate.getByRole('button', { name: 'Refuse this debit' }).click()
    await mandate.getByText('None announced').waitFor()

    await mandate.getByRole('button', { name: 'Pause' }).click()
    await page.getByRole('dialog').getByLabel('Pause until').fill('2026-11-20')
    await page.getByRole('dialog').getByRole('button', { name: 'Pause' }).click()
    await page.getByRole('dialog').getByText('Choose a day after today.').waitFor()
    await page.getByRole('dialog').getByLabel('Pause until').fill('2026-12-25')
    await page.getByRole('dialog').getByRole('button', { name: 'Pause' }).click()
    await mandate.getByText('Paused until 25 December 2026').waitFor()
    expect((await browser.sandbox.mandate('club-4')).pauseEndDate).toBe(Date.parse('2026-12-25T00:00:00+05:30'))
    await mandate.getByRole('button', { name: 'Resume' }).click()
    await mandate.getByText('Active', { exact: true }).waitFor()

    await mandate.getByRole('button', { name: 'Stop for good' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Stop it' }).click()
    await mandate.getByText('Stopped by you').waitFor()
    expect(await stateOf('club-4')).toBe('REVOKED')
    expect(await mandate.getByRole('button').count()).toBe(0)
  })

  it('says when a change came too late', async () => {
    await announced('club-5')
    const { page, problems } = await browser.visit(`${browser.sandbox.url}/mandates`)
    const mandate = page.getByRole('region', { name: 'club-5' })
    await mandate.getByRole('button', { name: 'Stop for good' }).click()
    await browser.sandbox.simulateMandate('club-5', { action: 'REVOKE' })
    await page.getByRole('dialog').getByRole('button', { name: 'Stop it' }).click()
    await page.getByText('That is no longer possible. This is how it stands now.').waitFor()
    // Chromium reports the refusal on the console.
    expect(problems.errors.splice(0)).toEqual([expect.stringContaining('409')])
  })

  it.each([
    ['desktop', DESKTOP],
    ['360 pixels', NARROW],
  ])('is accessible in both languages and schemes, at %s', async (size, device) => {
    const id = `list-${size.slice(0, 3)}`
    await announced(id)
    const { page } = await browser.visit(`${browser.sandbox.url}/mandates`, device)
    const mandate = page.getByRole('region', { name: id })
    await mandate.getByRole('button', { name: 'Pause' }).waitFor()
    await expectReflow(page)
    await expectAccessibleInBothSchemes(page)
    await inHindi(page)
    await mandate.getByText('चालू', { exact: true }).waitFor()
    await mandate.getByText(/^₹199\.00, 21 नवंबर 2026, दोपहर 12:0\d बजे से पहले नहीं$/).waitFor()
    await mandate.getByRole('button', { name: 'रोकें' }).click()
    await expectReflow(page)
    await expectAccessible(page)
  })
})
