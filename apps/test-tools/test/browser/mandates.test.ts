import { type ConsoleApp, startConsoleApp } from '@galla/console/test/console-app.ts'
import { ConsoleBrowser, DESKTOP, PHONE } from '@galla/console/test/console-browser.ts'
import { expectAccessible, expectAccessibleInBothSchemes, expectReflow } from '@galla/testkit/page-assertions'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

let app: ConsoleApp
let browser: ConsoleBrowser
beforeAll(async () => {
  // At any time of the day, so that the test does not depend on it.
  app = await startConsoleApp({ sandbox: { quirks: { peakHours: 'allowed' } } })
  browser = new ConsoleBrowser(app)
})
afterEach(() => browser.closePages())
afterAll(() => app.close())

const stateOf = async (id: string) => (await app.sandbox.mandate(id)).state
const debitsOf = async (id: string) => (await app.sandbox.mandate(id)).redemptions.map(({ state }) => state)
const call = (page: Page, label: string) => page.getByLabel('Call', { exact: true }).selectOption(label)
const send = async (page: Page, answer: string) => {
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('region', { name: 'Answer' }).getByText(answer).waitFor()
}
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** Sets a mandate up in the playground; the payer does not answer yet. */
async function setUp(id: string, device = DESKTOP): Promise<Page> {
  const { page } = await browser.open('/test-tools/playground?mode=mandate', device)
  await page.getByLabel('Mandate id').fill(id)
  await page.getByLabel('Frequency').selectOption('on demand')
  await send(page, 'Set up the mandate: HTTP 200')
  await page.getByText('To approve', { exact: true }).waitFor()
  return page
}

describe('the playground', () => {
  it('sets a mandate up, announces a debit, redeems it, reads both states and cancels', async () => {
    const page = await setUp('club-1')
    await press(page, 'Approve')
    await expect.poll(() => stateOf('club-1')).toBe('ACTIVE')
    await call(page, 'Notify: announce a debit')
    await send(page, 'Notify: announce a debit: HTTP 200')
    await expect.poll(() => debitsOf('club-1')).toEqual(['NOTIFIED'])
    await call(page, 'Redeem: debit')
    await send(page, 'Redeem: debit: HTTP 400')
    await page.getByText('SUBSCRIPTION_DEBIT_EXECUTE_INTERVAL_NOT_STARTED').waitFor()

    await page.getByText(/to be redeemed from/).waitFor()
    await press(page, 'Run to the next debit')
    const { debitAtMs = 0 } = await app.sandbox.redemption('club-1-1')
    await expect.poll(() => app.sandbox.clock.now()).toBeGreaterThanOrEqual(debitAtMs)
    await send(page, 'Redeem: debit: HTTP 200')
    await expect.poll(() => debitsOf('club-1'), { timeout: 60_000 }).toEqual(['COMPLETED'])
    await page.getByRole('list', { name: 'Last debits' }).getByText('Debited', { exact: true }).waitFor()
    await call(page, 'Status of the debit')
    await send(page, 'Status of the debit: HTTP 200')
    await call(page, 'Status of the mandate')
    await send(page, 'Status of the mandate: HTTP 200')
    await call(page, 'Cancel the mandate')
    await send(page, 'Cancel the mandate: HTTP 204')
    await expect.poll(() => stateOf('club-1'), { timeout: 60_000 }).toBe('CANCELLED')
    await page.getByLabel('Mandate in the sandbox').getByText('Cancelled', { exact: true }).waitFor()
  })

  it('says what is wrong with a value, and shows the call as code', async () => {
    const { page } = await browser.open('/test-tools/playground')
    await page.getByRole('tab', { name: 'Mandate (AutoPay)' }).click()
    await page.getByLabel('Maximum in rupees').fill('much')
    await press(page, 'Send')
    await page.getByText('Enter rupees like').waitFor()
    await expect
      .poll(() => page.getByLabel('Maximum in rupees').evaluate((field) => field === document.activeElement))
      .toBe(true)
    await page.getByLabel('Maximum in rupees').fill('500')
    await page.getByText("maxAmount: inr('500.00')").waitFor()
    await page.getByRole('tab', { name: 'curl' }).click()
    await page.getByText('"maxAmount": 50000').waitFor()
    expect(page.url()).toContain('mode=mandate')
  })

  it('says when there was no answer', async () => {
    const page = await setUp('club-2')
    await app.sandbox.setFaults({ rules: [{ kind: 'lost-reply', endpoints: ['subscriptionCancel'], times: 1 }] })
    await press(page, 'Approve')
    await expect.poll(() => stateOf('club-2')).toBe('ACTIVE')
    await call(page, 'Cancel the mandate')
    await send(page, 'no answer, the connection was closed')
    await app.sandbox.setFaults({})
  })
})

describe('the mandates of the sandbox', () => {
  it('pauses, resumes and revokes; fails a debit that the sandbox makes by itself', async () => {
    const page = await setUp('club-3')
    await press(page, 'Approve')
    await call(page, 'Notify: announce a debit')
    await page.getByLabel('Who debits').selectOption('The provider, without a redeem')
    await expect.poll(() => stateOf('club-3')).toBe('ACTIVE')
    await send(page, 'HTTP 200')
    await expect.poll(() => debitsOf('club-3')).toEqual(['NOTIFIED'])

    await page.goto(`${app.url}/test-tools/sandbox?tab=mandates`)
    await page.getByRole('button', { name: 'Open club-3' }).click()
    const dialog = page.getByRole('dialog', { name: 'Mandate club-3' })
    await dialog.getByText('up to ₹999.00 on demand').waitFor()
    await dialog.getByRole('button', { name: 'Fail the next debit' }).click()
    await dialog.getByText('Queued: the next 4 payments').waitFor()
    await dialog.getByRole('button', { name: 'Run to the next debit' }).click()
    // The first of four tries has failed; the provider tries again.
    await expect.poll(async () => (await app.sandbox.redemption('club-3-1')).paymentDetails.length).toBeGreaterThan(0)
    for (let tries = 1; tries < 4; tries += 1) {
      await expect.poll(async () => (await app.sandbox.redemption('club-3-1')).debitAtMs).toBeDefined()
      const { debitAtMs = 0 } = await app.sandbox.redemption('club-3-1')
      await app.sandbox.clock.advance(debitAtMs - app.sandbox.clock.now() + 5_000)
    }
    await dialog.getByText('Failed', { exact: true }).waitFor()
    await dialog.getByText(/Z9, 4 tries/).waitFor()

    expect(await dialog.getByLabel('Pause until').inputValue()).toMatch(/^\d{1,2} \w+ \d{4}$/)
    await dialog.getByLabel('Pause until').fill('2026-01-01')
    await dialog.getByText('Choose a day after today.').waitFor()
    await dialog.getByLabel('Pause until').fill('1 Jan 2090')
    await dialog.getByRole('button', { name: 'Pause', exact: true }).click()
    await dialog.getByText('Paused', { exact: true }).waitFor()
    await dialog.getByRole('button', { name: 'Resume' }).click()
    await dialog.getByText('Active', { exact: true }).waitFor()
    await dialog.getByRole('button', { name: 'Revoke' }).click()
    await dialog.getByText('Revoked', { exact: true }).waitFor()
    await expect.poll(() => dialog.getByRole('button', { name: 'Revoke' }).count()).toBe(0)
    expect(await stateOf('club-3')).toBe('REVOKED')
  })

  it('takes a refusal of the payer', async () => {
    const page = await setUp('club-4')
    await press(page, 'Decline')
    await page.getByText('Not approved', { exact: true }).waitFor()
    expect(await stateOf('club-4')).toBe('FAILED')
  })
})

it.each([
  ['desktop', DESKTOP],
  ['phone', PHONE],
] as const)('both pages fit and are accessible on a %s, light and dark', async (size, device) => {
  const id = `look-${size}`
  const page = await setUp(id, device)
  await press(page, 'Approve')
  await page.getByText('Active', { exact: true }).waitFor()
  await expectReflow(page)
  await expectAccessibleInBothSchemes(page)
  await page.goto(`${app.url}/test-tools/sandbox?tab=mandates`)
  await page.getByRole('button', { name: `Open ${id}` }).waitFor()
  await expectReflow(page)
  await expectAccessibleInBothSchemes(page)
  await page.getByRole('button', { name: `Open ${id}` }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).waitFor()
  await expectReflow(page)
  await expectAccessible(page)
})
