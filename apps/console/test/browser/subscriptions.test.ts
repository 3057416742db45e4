import { afterAll, afterEach, beforeAll, it } from 'vitest'
import type { ConsoleApp } from '../helpers/console-app.ts'
import { ConsoleBrowser, DARK, DESKTOP, PHONE } from '../helpers/console-browser.ts'
import { billing, sampleSubscriptions, startSubscriptionApp } from '../helpers/sample-subscriptions.ts'

let app: ConsoleApp
let browser: ConsoleBrowser
beforeAll(async () => {
  app = await startSubscriptionApp()
  const t = performance.now()
  await sampleSubscriptions(app)
  console.log('samples', performance.now() - t)
  for (const one of (await billing(app).subscriptions.list()).rows)
    console.log(one.subscriptionId, one.state, one.haltedFor, one.cycle?.number, one.cycle?.outcome, one.mandate.state)
  browser = new ConsoleBrowser(app)
}, 180_000)
afterEach(() => browser.closePages())
afterAll(() => app.close())

const SHOTS = [
  ['list', '/subscriptions', 'paid-1'],
  ['coming', '/subscriptions?tab=coming', 'debits until'],
  ['dunning', '/subscriptions?tab=dunning', 'late-1'],
  ['figures', '/subscriptions?tab=figures', 'Monthly revenue'],
  ['plans', '/subscriptions?tab=plans', 'Tea club'],
  ['paid', '/subscriptions/paid-1', 'Result'],
  ['late', '/subscriptions/late-1', 'Result'],
  ['halted', '/subscriptions/revoked-1', 'Result'],
] as const

it.each(SHOTS)(
  'shot %s',
  async (name, path) => {
    for (const [size, device] of [
      ['desktop', DESKTOP],
      ['dark', DARK],
      ['phone', PHONE],
      ['phone-dark', { ...PHONE, colorScheme: 'dark' as const }],
    ] as const) {
      const { page } = await browser.open(path, device)
      await page.waitForTimeout(700)
      await page.screenshot({ path: `/tmp/B2/shot-${name}-${size}.png`, fullPage: true })
    }
  },
  100_000,
)
