import { paise } from '@galla/contract/money'
import { expectReflow } from '@galla/testkit/page-assertions'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type ConsoleApp, startConsoleApp } from '../helpers/console-app.ts'
import { ConsoleBrowser, DESKTOP } from '../helpers/console-browser.ts'

/** A small tablet, or half of a laptop's screen. */
const TABLET = { viewport: { width: 800, height: 900 } }
/** Their lists have no ids in this test. */
const WITHOUT_IDS = ['/audit', '/test-tools/sandbox?tab=callbacks']
const REFUND_ID = 'return-of-2026-4711'

let app: ConsoleApp
let browser: ConsoleBrowser
beforeAll(async () => {
  app = await startConsoleApp({ gateway: { on: { 'order.completed': async () => {} } } })
  const { merchantOrderId } = await app.shop.payOrder({ reference: 'a-cart-with-a-very-long-name-of-its-own' })
  await app.gateway.refunds.request({ merchantRefundId: REFUND_ID, merchantOrderId, amount: paise(100_00) })
  browser = new ConsoleBrowser(app)
})
afterEach(() => browser?.closePages())
afterAll(() => app?.close())

interface SeenId {
  value: string
  /** True when the box of the element ends inside of the window. */
  inView: boolean
  /** Pixels of its first part; all of it fits when the second number is not larger. */
  head: [shown: number, needed: number]
}

/** The ids in the rows of the page's table. */
async function seenIds(page: Page): Promise<SeenId[]> {
  await page.getByRole('cell').first().waitFor()
  return page.getByRole('cell').evaluateAll((cells) =>
    cells.flatMap((cell) =>
      [...cell.querySelectorAll<HTMLElement>('.font-mono[title]')].map((id) => {
        const { left, right, width } = id.getBoundingClientRect()
        const head = id.firstElementChild ?? id
        return {
          value: id.title,
          inView: width > 0 && left >= 0 && right <= document.documentElement.clientWidth,
          head: [head.clientWidth, head.scrollWidth] as [number, number],
        }
      }),
    ),
  )
}

it('shows the whole of an id that has the room', async () => {
  const { page } = await browser.open('/refunds', DESKTOP)
  const found = (await seenIds(page)).find(({ value }) => value === REFUND_ID)
  expect(found?.inView).toBe(true)
  const [shown = 0, needed = 1] = found?.head ?? []
  expect(needed).toBeLessThanOrEqual(shown)
})

describe('at 800 pixels', () => {
  it.each([
    '/orders',
    '/refunds',
    '/finance?tab=entries',
    '/webhooks',
    '/api-log',
    '/deliveries',
    '/audit',
    '/test-tools/sandbox?tab=callbacks',
  ])('%s shows its ids and does not scroll horizontally', async (path) => {
    const { page } = await browser.open(path, TABLET)
    const ids = await seenIds(page)
    await expectReflow(page)
    if (!WITHOUT_IDS.includes(path)) expect(ids).not.toEqual([])
    for (const { value, inView, head } of ids) {
      expect([value, inView]).toEqual([value, true])
      // A dozen characters, or all of it.
      expect(Math.min(head[1], 70)).toBeLessThanOrEqual(head[0])
    }
  })

  it('shows every column of a list, none on another', async () => {
    const { page } = await browser.open('/webhooks', TABLET)
    await page.getByRole('cell').first().waitFor()
    const overlaps = await page
      .getByRole('row')
      .nth(1)
      .getByRole('cell')
      .evaluateAll((cells) => {
        const boxes = cells.map((cell) => cell.getBoundingClientRect()).filter(({ width }) => width > 0)
        return boxes.flatMap((one, at) =>
          boxes
            .slice(at + 1)
            .filter(
              (two) =>
                one.left < two.right - 1 &&
                two.left < one.right - 1 &&
                one.top < two.bottom - 1 &&
                two.top < one.bottom - 1,
            ),
        ).length
      })
    expect(overlaps).toBe(0)
    expect(await page.getByRole('row').nth(1).textContent()).toContain('Reported as refunded')
  })
})
