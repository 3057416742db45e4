import { indianContext, launchChromium, type Misdeeds, watchPage } from '@galla/testkit/chromium'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { OpenBooks } from './open-books.ts'

export const DESKTOP: BrowserContextOptions = { viewport: { width: 1280, height: 800 } }
export const PHONE: BrowserContextOptions = {
  viewport: { width: 360, height: 760 },
  isMobile: true,
  hasTouch: true,
  deviceScaleFactor: 2,
}
export const DARK: BrowserContextOptions = { ...DESKTOP, colorScheme: 'dark' }

export interface Visit {
  page: Page
  context: BrowserContext
  /** CSP violations, console errors, foreign requests. `leave` demands that there were none; splice what a test means to cause. */
  misdeeds: Misdeeds
}

/** A browser in front of the console. */
export class Visitors {
  readonly #books: OpenBooks
  readonly #browser: Browser
  readonly #visits: Visit[] = []

  private constructor(books: OpenBooks, browser: Browser) {
    this.#books = books
    this.#browser = browser
  }

  static async come(books: OpenBooks): Promise<Visitors> {
    return new Visitors(books, await launchChromium())
  }

  /** At the login, watched from the first byte. `path` like `/orders`. */
  async stranger(path = '/', options: BrowserContextOptions = DESKTOP): Promise<Visit> {
    const context = await indianContext(this.#browser, {
      permissions: ['clipboard-read', 'clipboard-write'],
      ...options,
    })
    const page = await context.newPage()
    page.setDefaultTimeout(10_000)
    const visit = { page, context, misdeeds: await watchPage(page, [this.#books.origin, this.#books.sandbox.url]) }
    this.#visits.push(visit)
    await page.goto(this.#books.url + path)
    return visit
  }

  /** Logged in, at a page of the console. */
  async visit(path = '/', options: BrowserContextOptions = DESKTOP): Promise<Visit> {
    const visit = await this.stranger(path, options)
    await this.logIn(visit.page)
    return visit
  }

  /** Lets a stranger in. */
  async logIn(page: Page): Promise<void> {
    await page.getByLabel('Password').fill(this.#books.password)
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.locator('#main h1').waitFor()
  }

  /** Ends the visits of one test, and fails it if any page did what the console must not do. */
  async leave(): Promise<void> {
    const visits = this.#visits.splice(0)
    await Promise.all(visits.map(({ context }) => context.close()))
    for (const { misdeeds } of visits) expect(misdeeds).toEqual({ errors: [], foreign: [] })
  }

  async close(): Promise<void> {
    await this.#browser.close()
  }
}
