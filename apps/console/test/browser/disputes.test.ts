import { createHash } from 'node:crypto'
import { expectAccessible, expectReflow } from '@galla/testkit/page-assertions'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { type ConsoleApp, startConsoleApp } from '../helpers/console-app.ts'
import { ConsoleBrowser, DARK, PHONE } from '../helpers/console-browser.ts'

let app: ConsoleApp
let browser: ConsoleBrowser
let paid = ''
beforeAll(async () => {
  app = await startConsoleApp()
  browser = new ConsoleBrowser(app)
  paid = (await app.shop.payOrder()).merchantOrderId
})
afterEach(() => browser.closePages())
afterAll(() => app.close())

const authorization = createHash('sha256').update('demo_shop:a1secret2password').digest('hex')

/** A genuine callback, which the worker has applied. */
async function receive(body: object) {
  const { status } = await app.gateway.callbacks.receive({ headers: { authorization }, body: JSON.stringify(body) })
  expect(status).toBe(200)
  await expect
    .poll(() => app.query('select from galla.callbacks where "processedAtMs" is null and "verdict" = \'accepted\''))
    .toEqual([])
}

const dispute = (event: string, disputeId: string) =>
  receive({ event: `payment.dispute.${event}`, payload: { disputeId, merchantOrderId: paid } })

it('says where disputes come from while there is none', async () => {
  const { page } = await browser.open('/disputes')
  await page.getByText('No dispute yet').waitFor()
  await expectAccessible(page)
})

it('lists a dispute, shows it on its order and as a webhook, and ends its alert when a person marks it as answered', async () => {
  await dispute('won', 'D-0')
  await dispute('created', 'D-1')
  const { page } = await browser.open('/')
  await page.getByRole('link', { name: /Disputes to answer/ }).click()
  await page.getByRole('button', { name: 'Needs an answer', pressed: true }).waitFor()
  await page.getByRole('cell', { name: 'D-1' }).waitFor()
  expect(await page.getByText('D-0').count()).toBe(0)
  await expectAccessible(page)

  await page.goto(`${app.url}/orders/${paid}`)
  const notes = page.getByRole('region', { name: 'Disputes' })
  await notes.getByText('Answer the dispute in the PhonePe Business dashboard').waitFor()
  await notes.getByText('A dispute of a payment was won.').waitFor()
  await expectAccessible(page)
  await notes.getByRole('button', { name: 'Mark as answered' }).click()
  await notes.getByText('admin has said that the dispute is answered').waitFor()
  expect(await notes.getByRole('button').count()).toBe(0)

  await page.goto(`${app.url}/disputes?view=open`)
  await page.getByText('No dispute needs an answer').waitFor()
  await page.goto(`${app.url}/webhooks?verdict=unknown`)
  await page.getByText('No unknown events').waitFor()
  await page.goto(`${app.url}/webhooks`)
  await page.getByText('Reported as needs an answer').waitFor()
})

it('marks a dispute in the list as answered, on a phone and in the dark', async () => {
  await dispute('action_required', 'D-2')
  const { page } = await browser.open('/disputes', { ...PHONE, colorScheme: 'dark' })
  await page.getByRole('button', { name: 'Mark as answered' }).waitFor()
  await expectReflow(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Mark as answered' }).click()
  await page.getByText('The dispute is marked as answered.').waitFor()
  await page.getByText('by admin').first().waitFor()
})

it('shows what the provider reports as down on the overview and on the health page, until the provider reports the end', async () => {
  const report = (overallHealth: string, timestamp: number) =>
    receive({
      payload: { overallHealth, instruments: { NET_BANKING: { health: 'UP', downProviderIds: { BANK: ['HDFC'] } } } },
      timestamp,
    })
  const nowMs = Date.now()
  await report('DOWN', nowMs - 2_000)
  const { page } = await browser.open('/', DARK)
  await page.getByText('The provider reports: the payment gateway down, net banking of HDFC down.').waitFor()
  await expectAccessible(page)
  await page.goto(`${app.url}/health`)
  await page.getByText('The provider reports: the payment gateway down, net banking of HDFC down.').waitFor()
  await page.goto(`${app.url}/webhooks?event=health`)
  await page.getByText('Reported as down').waitFor()
  await receive({ payload: { overallHealth: 'UP' }, timestamp: nowMs - 1_000 })
  await page.goto(`${app.url}/health`)
  await page.getByText('The provider reports nothing as down.').waitFor()
})
