import { type PageProblems, watchPage } from '@galla/testkit/chromium'
import { openTestPage } from '@galla/testkit/test-page'
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { expect } from 'vitest'
import { DemoShop } from './demo-shop.ts'
import { latestOrderId } from './payer.ts'

export const DESKTOP: BrowserContextOptions = { viewport: { width: 1280, height: 800 } }
export const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
  deviceScaleFactor: 2,
}
export const NARROW: BrowserContextOptions = { ...PHONE, viewport: { width: 360, height: 640 } }

/** The demo shop, and a browser to visit it with. */
export class ShopBrowser {
  readonly shop: DemoShop
  readonly #visits: { problems: PageProblems; close(): Promise<void> }[] = []

  private constructor(shop: DemoShop) {
    this.shop = shop
  }

  static async open(): Promise<ShopBrowser> {
    return new ShopBrowser(await DemoShop.open())
  }

  /** A new payer, watched from the first request. */
  async visit(path = '/', options: BrowserContextOptions = DESKTOP): Promise<Page> {
    const visit = await openTestPage(options, this.#origins(), { withoutFiles: true })
    this.#visits.push(visit)
    await visit.page.goto(this.shop.server.url + path)
    return visit.page
  }

  /** Another tab of the same payer. */
  async openTab(context: BrowserContext, path = '/'): Promise<Page> {
    const page = await context.newPage()
    page.setDefaultTimeout(40_000)
    this.#visits.push({ problems: await watchPage(page, this.#origins()), close: () => page.close() })
    await page.goto(this.shop.server.url + path)
    return page
  }

  /** Cart of the visitor's latest order: the handlers of earlier tests may still be packing theirs. */
  async latestReference(page: Page): Promise<string> {
    const order = await this.shop.server.gateway.orders.get(await latestOrderId(page))
    if (order?.reference === undefined) throw new Error('the order has no reference')
    return order.reference
  }

  /** The cart of the visitor's latest order becomes one parcel. */
  async expectOneParcel(page: Page): Promise<void> {
    const reference = await this.latestReference(page)
    const parcels = () => this.shop.parcels.filter((one) => one === reference)
    await expect.poll(parcels, { timeout: 10_000 }).toEqual([reference])
  }

  /**
   * Ends the visits of one test. Fails when a page logged an error that is not `expected`, or requested a foreign origin.
   */
  async endVisits(expected: RegExp | undefined = undefined): Promise<void> {
    const visits = this.#visits.splice(0)
    await Promise.all(visits.map((visit) => visit.close()))
    this.shop.alterStatus = undefined
    this.shop.parcels.length = 0
    for (const { problems } of visits) {
      const errors = problems.errors.filter((error) => !expected?.test(error))
      expect({ ...problems, errors }).toEqual({ errors: [], foreign: [] })
    }
  }

  async close(): Promise<void> {
    await this.shop.close()
  }

  readonly #origins = () => [this.shop.server.url, this.shop.sandbox.url]
}
