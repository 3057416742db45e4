import { indianContext, launchChromium, type Misdeeds, watchPage } from '@galla/testkit/chromium'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { expect } from 'vitest'
import { Stall } from './demo-shop.ts'

export const DESKTOP: BrowserContextOptions = { viewport: { width: 1280, height: 800 } }
export const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
  deviceScaleFactor: 2,
}
export const NARROW: BrowserContextOptions = { ...PHONE, viewport: { width: 360, height: 640 } }

/** The stall, and payers with browsers in front of it. */
export class Street {
  readonly stall: Stall
  readonly #browser: Browser
  readonly #visits: { context: BrowserContext; misdeeds: Misdeeds }[] = []

  private constructor(stall: Stall, browser: Browser) {
    this.stall = stall
    this.#browser = browser
  }

  static async open(): Promise<Street> {
    const stall = await Stall.open()
    return new Street(stall, await launchChromium())
  }

  /** A new payer, watched from the first byte. */
  async visit(path = '/', options: BrowserContextOptions = DESKTOP): Promise<Page> {
    const context = await indianContext(this.#browser, options)
    return this.tab(context, path)
  }

  /** One more tab of a payer. */
  async tab(context: BrowserContext, path = '/'): Promise<Page> {
    const page = await context.newPage()
    page.setDefaultTimeout(10_000)
    const { url } = this.stall.shop
    this.#visits.push({ context, misdeeds: await watchPage(page, [url, this.stall.sandbox.url]) })
    await page.goto(url + path)
    return page
  }

  /** Ends the visits of one test, and fails it if any page did what a shop's page must not do; `but` what the test provoked. */
  async leave(but: RegExp | undefined = undefined): Promise<void> {
    const visits = this.#visits.splice(0)
    await Promise.all([...new Set(visits.map(({ context }) => context))].map((context) => context.close()))
    this.stall.bend = undefined
    this.stall.parcels.length = 0
    for (const { misdeeds } of visits) {
      const errors = misdeeds.errors.filter((error) => !but?.test(error))
      expect({ ...misdeeds, errors }).toEqual({ errors: [], foreign: [] })
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#browser.close(), this.stall.close()])
  }
}
