import { expectAccessible, expectAccessibleInBothSchemes, expectReflow } from '@galla/testkit/page-assertions'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { ConsoleApp } from '../helpers/console-app.ts'
import { ConsoleBrowser, DESKTOP, PHONE } from '../helpers/console-browser.ts'
import { expectHindi, HINDI } from '../helpers/hindi-page.ts'
import { billing, sampleSubscriptions, startSubscriptionApp } from '../helpers/sample-subscriptions.ts'

let app: ConsoleApp
let browser: ConsoleBrowser
beforeAll(async () => {
  app = await startSubscriptionApp()
  await sampleSubscriptions(app)
  browser = new ConsoleBrowser(app)
}, 180_000)
afterEach(() => browser.closePages())
afterAll(() => app.close())

const stateOf = async (id: string) => (await billing(app).subscriptions.get(id))?.state
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const result = (page: Page) => page.getByRole('region', { name: 'Result' })

/** Shows the page to a user of another role. */
async function as(role: string, path: string): Promise<Page> {
  const { page } = await browser.open('/')
  await page.route(/\/api\/session$/, async (route) => {
    const response = await route.fetch()
    const reply = await response.json()
    await route.fulfill({ response, json: { ...reply, user: { ...reply.user, role } } })
  })
  await page.goto(app.url + path)
  return page
}

describe('the list', () => {
  it('is a page of the navigation, filters, and opens a subscription', async () => {
    const { page } = await browser.open('/')
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Subscriptions' }).click()
    const table = page.getByRole('table', { name: 'Subscriptions' })
    await table.getByText('paid-1').waitFor()
    await page.getByLabel('State').selectOption('Paused')
    await expect.poll(() => table.getByRole('row').count()).toBe(2)
    await table.getByText('pause-1').waitFor()
    await press(page, 'Clear filters')
    await page.getByLabel('Plan', { exact: true }).selectOption('A box a week')
    await expect.poll(() => table.getByRole('row').count()).toBe(2)
    await page.getByLabel('Id begins with').fill('paid')
    await page.getByLabel('Id begins with').press('Enter')
    await page.getByText('No subscription matches these filters').waitFor()
    await page.getByRole('button', { name: 'Clear filters' }).last().click()
    await table.getByRole('link', { name: 'Open paid-1' }).click()
    await page.getByRole('heading', { level: 1, name: 'Tea every month' }).waitFor()
  })

  it('of missing money names the reason and the next try', async () => {
    const { page } = await browser.open('/subscriptions?tab=dunning')
    const row = (id: string) => page.getByRole('row').filter({ hasText: id })
    await row('late-1').getByText('Past due').waitFor()
    await row('late-1').getByText('Not enough money, 4 tries').waitFor()
    await row('late-1')
      .getByText(/^\d+ Mar(?: 2027)?, \d\d:\d\d$/)
      .waitFor()
    await row('revoked-1').getByText('Mandate ended').waitFor()
  })
})

describe('a subscription', () => {
  it('begins with its verdict, and has periods with their orders, a timeline and the next step', async () => {
    const { page } = await browser.open('/subscriptions/paid-1')
    await result(page).getByText('Paid for March. Next debit ₹199.00 on 1 Apr 2027.').waitFor()
    await result(page).getByText('opens the next period and fixes its price').waitFor()
    const periods = page.getByRole('list', { name: 'Periods' })
    expect(await periods.getByText(/^(?:March|February|January)$/).allTextContents()).toEqual([
      'March',
      'February',
      'January',
    ])
    await page.getByRole('list', { name: 'Timeline' }).getByText('The payer approved the mandate').waitFor()
    await periods.getByRole('link', { name: 'paid-1-2-1' }).click()
    await page.getByText('Subscription: debit').waitFor()
    await page.getByRole('link', { name: 'paid-1', exact: true }).click()
    await result(page).waitFor()
  })

  it.each([
    ['late-1', 'Not paid for 4 Mar to 3 Apr. The last debit failed: Not enough money. Next try: ₹199.00 on'],
    ['revoked-1', 'The payer or the bank has ended the mandate, or the provider does not know the mandate.'],
    ['trial-1', 'In the trial. Next debit ₹1,200.00 on 8 Mar 2027.'],
    ['new-1', 'The payer has not approved the mandate yet.'],
    ['ended-1', 'Nothing is debited any more.'],
  ])('%s says: %s', async (id, text) => {
    const { page } = await browser.open(`/subscriptions/${id}`)
    await result(page).getByText(text).waitFor()
  })

  it('that does not exist is not found', async () => {
    const { page, issues } = await browser.open('/subscriptions/nobody')
    await page.getByText('Subscription not found').waitFor()
    await page.getByRole('link', { name: 'All subscriptions' }).waitFor()
    issues.errors.length = 0
  })

  it('is paused until a day after today, and resumed', async () => {
    const { page } = await browser.open('/subscriptions/paid-2')
    await press(page, 'Pause…')
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Until, if it ends by itself').fill('2020-01-01')
    await press(page, 'Pause')
    await dialog.getByText('Choose a day after today.').waitFor()
    await dialog.getByLabel('Until, if it ends by itself').fill('1/1/2099')
    await expectAccessible(page)
    await press(page, 'Pause')
    await result(page).getByText('It resumes automatically on 1 Jan 2099.').waitFor()
    expect(await stateOf('paid-2')).toBe('PAUSED')
    await press(page, 'Resume…')
    await press(page, 'Resume')
    await result(page).getByText('Paid for 9 Feb to 8 Mar.').waitFor()
    expect(await stateOf('paid-2')).toBe('ACTIVE')
  })

  it('leaves a period out, and is cancelled at once', async () => {
    const { page } = await browser.open('/subscriptions/box-1')
    await press(page, 'Leave a period out…')
    await press(page, 'Leave it out')
    await page.getByText('The next unpaid period is left out.').waitFor()
    await press(page, 'Cancel…')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('the subscription ends at once.').waitFor()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Cancel the subscription' }).click()
    await page.getByText('The subscription is cancelled.').waitFor()
    expect((await billing(app).subscriptions.get('box-1'))?.cancel?.at).toBe('now')
    await page.goto(`${app.url}/audit?kind=plan-subscription`)
    await page.getByText('cancelled the subscription').first().waitFor()
  })

  it.each(['late-1', 'new-1'])('without paid time ends at once, and offers no other end (%s)', async (id) => {
    const { page } = await browser.open(`/subscriptions/${id}`)
    await press(page, 'Cancel…')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('the subscription ends at once.').waitFor()
    expect(await dialog.getByLabel('The subscription ends').count()).toBe(0)
    await expectAccessible(page)
  })

  it('with paid time names the last day before somebody cancels, and can end at once', async () => {
    const { page } = await browser.open('/subscriptions/paid-2')
    await press(page, 'Cancel…')
    const dialog = page.getByRole('dialog')
    const choice = dialog.getByLabel('The subscription ends')
    expect(await choice.getByRole('option').allTextContents()).toEqual(['After 8 Mar 2027', 'At once'])
    await choice.selectOption('At once')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Cancel the subscription' }).click()
    await page.getByText('The subscription is cancelled.').waitFor()
    expect((await billing(app).subscriptions.get('paid-2'))?.cancel?.at).toBe('now')
  })

  it('that ends with its period is kept on second thought, or ends at once', async () => {
    await billing(app).subscriptions.cancel('trial-1', { at: 'cycle-end' })
    const { page } = await browser.open('/subscriptions/trial-1')
    await result(page).getByText('In the trial. It ends after 7 Mar 2027').waitFor()
    expect(await page.getByText('until somebody cancels').count()).toBe(0)
    await press(page, 'Cancel…')
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Cancelled here, it ends at once.').waitFor()
    expect(await dialog.getByLabel('The subscription ends').count()).toBe(0)
    await expectAccessible(page)
    await press(page, 'Keep it')
    await dialog.waitFor({ state: 'hidden' })
    expect((await billing(app).subscriptions.get('trial-1'))?.cancel?.at).toBe('cycle-end')
    await press(page, 'Cancel…')
    await press(page, 'Cancel the subscription')
    await page.getByText('The subscription is cancelled.').waitFor()
    expect((await billing(app).subscriptions.get('trial-1'))?.cancel?.at).toBe('now')
  })

  it.each([
    ['support', 3],
    ['finance', 3],
    ['developer', 0],
    ['viewer', 0],
  ])('shows %s %i actions', async (role, count) => {
    const page = await as(role, '/subscriptions/paid-1')
    await result(page).waitFor()
    expect(await page.getByRole('button', { name: /^(?:Pause|Leave a period out|Cancel)…$/ }).count()).toBe(count)
  })
})

describe('the figures', () => {
  it('have a tab that a phone shows whole, although the tabs before it fill the screen', async () => {
    const { page } = await browser.open('/subscriptions?tab=figures', PHONE)
    const strip = page.getByRole('tablist')
    const tab = strip.getByRole('tab', { name: 'Figures' })
    await tab.waitFor()
    const endOf = async (one: typeof tab) => {
      const box = await one.boundingBox()
      return (box?.x ?? 0) + (box?.width ?? 0)
    }
    await expect.poll(async () => (await endOf(tab)) <= (await endOf(strip))).toBe(true)
  })

  it('plan the debits of seven days', async () => {
    const { page } = await browser.open('/subscriptions?tab=coming')
    await page.getByText(/by \d debits? until 12 Mar 2027/).waitFor()
    await page.getByRole('group', { name: /^Planned debits by day/ }).focus()
    await page.keyboard.press('Home')
    await page.getByText(/^6 Mar: Planned ₹/).waitFor()
  })

  it('count active subscriptions, revenue, cancellations and failed debits of six months', async () => {
    const { page } = await browser.open('/subscriptions?tab=figures')
    await page.getByText('Monthly revenue').waitFor()
    await page.getByRole('group', { name: /^Failed debits by month/ }).focus()
    await page.keyboard.press('End')
    await page.getByText(/^Mar: Paid after all \d+, Not paid \d+, Still tried \d+$/).waitFor()
    await page
      .getByRole('row', { name: /Halted/ })
      .getByRole('link')
      .click()
    await page.getByRole('table', { name: 'Subscriptions' }).getByText('revoked-1').waitFor()
  })

  it('of the plans open their subscriptions', async () => {
    const { page } = await browser.open('/subscriptions?tab=plans')
    await page
      .getByRole('row', { name: /Tea club/ })
      .getByText('₹1,200.00 a year')
      .waitFor()
    await page.getByRole('link', { name: 'Tea club' }).click()
    await page.getByRole('table', { name: 'Subscriptions' }).getByText('trial-1').waitFor()
  })
})

it('webhooks about debits say what they report, and are no unknown events', async () => {
  const { page } = await browser.open('/webhooks?event=subscription.redemption.order.completed')
  await page.getByRole('table').getByText('Reported as debited').first().waitFor()
  await page.goto(`${app.url}/webhooks?verdict=unknown`)
  await page.getByText('No unknown events').waitFor()
})

it.each([
  ['desktop', DESKTOP],
  ['phone', PHONE],
] as const)(
  'every page fits and is accessible on a %s, light and dark',
  async (_, device) => {
    const { page } = await browser.open('/subscriptions', device)
    for (const path of ['', '?tab=coming', '?tab=dunning', '?tab=figures', '?tab=plans', '/late-1']) {
      await page.goto(`${app.url}/subscriptions${path}`)
      await page
        .getByText(/past due|tea club|active|debits? until|mandate ended/i)
        .first()
        .waitFor({ state: 'attached' })
      await expect.poll(() => page.getByRole('status', { name: /^Loading/ }).count()).toBe(0)
      await expectReflow(page)
      await expectAccessibleInBothSchemes(page)
    }
  },
  60_000,
)

describe('in Hindi', () => {
  it.each([
    '',
    '?tab=coming',
    '?tab=dunning',
    '?tab=figures',
    '?tab=plans',
    '/paid-1',
    '/late-1',
    '/revoked-1',
    '/trial-1',
    '/new-1',
  ])('the page /subscriptions%s has no English sentence', async (path) => {
    const { page } = await browser.open(`/subscriptions${path}`, HINDI)
    await page.waitForLoadState('networkidle')
    await expectHindi(page)
  })

  it('the changes of a subscription have no English sentence', async () => {
    const { page } = await browser.open('/subscriptions/paid-1', HINDI)
    for (const name of ['रोकें…', 'एक अवधि छोड़ें…', 'रद्द करें…']) {
      await page.getByRole('button', { name, exact: true }).click()
      await page.getByRole('dialog').waitFor()
      await expectHindi(page)
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
    }
  })

  it('the page of a subscription does not scroll sideways on a phone', async () => {
    const { page } = await browser.open('/subscriptions/late-1', { ...PHONE, locale: 'hi-IN' })
    await page.waitForLoadState('networkidle')
    await expectReflow(page)
  })
})

it('a gateway without subscriptions has no such page in its navigation, and says so', async () => {
  await app.restart({ subscriptions: undefined as never })
  const { page } = await browser.open('/')
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await pages.getByRole('link', { name: 'Refunds' }).waitFor()
  expect(await pages.getByRole('link', { name: 'Subscriptions' }).count()).toBe(0)
  await page.goto(`${app.url}/subscriptions`)
  await page.getByText('This gateway bills no subscriptions').waitFor()
  await expectAccessible(page)
})
