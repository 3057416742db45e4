import { openTestPage, type TestPage } from '@galla/testkit/test-page'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { ConsoleApp } from './console-app.ts'

export const DESKTOP: BrowserContextOptions = { viewport: { width: 1280, height: 800 } }
export const PHONE: BrowserContextOptions = {
  viewport: { width: 360, height: 760 },
  isMobile: true,
  hasTouch: true,
  deviceScaleFactor: 2,
}
export const DARK: BrowserContextOptions = { ...DESKTOP, colorScheme: 'dark' }

interface OpenPage extends Pick<TestPage, 'page' | 'context'> {
  /** CSP violations, console errors and requests to other origins. `closePages` fails the test unless they are empty; remove expected ones. */
  issues: TestPage['problems']
}

/** A browser that opens pages of the console. With `withoutFiles` each page loads every file of the console anew. */
export class ConsoleBrowser {
  readonly #app: ConsoleApp
  readonly #withoutFiles: boolean
  readonly #pages: TestPage[] = []
  /** A session right after its login; all logged-in pages share it. */
  #session: BrowserContextOptions['storageState']

  constructor(app: ConsoleApp, { withoutFiles = false } = {}) {
    this.#app = app
    this.#withoutFiles = withoutFiles
  }

  /** Opens a path like `/orders` in a new context without a session, which shows the login. */
  async openLoggedOut(path = '/', options: BrowserContextOptions = DESKTOP): Promise<OpenPage> {
    const opened = await openTestPage(
      { permissions: ['clipboard-read', 'clipboard-write'], ...options },
      [this.#app.origin, this.#app.sandbox.url],
      { withoutFiles: this.#withoutFiles },
    )
    const { page, context, problems } = opened
    this.#pages.push(opened)
    await page.goto(this.#app.url + path)
    return { page, context, issues: problems }
  }

  /** Opens a path in a new context with a session. The first call logs in on the page. */
  async open(path = '/', options: BrowserContextOptions = DESKTOP): Promise<OpenPage> {
    if (this.#session) {
      const opened = await this.openLoggedOut(path, { ...options, storageState: this.#session })
      await opened.page.locator('#main h1').waitFor()
      return opened
    }
    const opened = await this.openLoggedOut(path, options)
    await this.logIn(opened.page)
    this.#session = await opened.context.storageState()
    return opened
  }

  /** Opens a path as a new document of a page that `open` returned, for tests that leave nothing behind in their page. */
  async goTo(page: Page, path: string): Promise<void> {
    await page.goto(this.#app.url + path)
    await page.locator('#main h1').waitFor()
  }

  /** After a log-out: the next page logs in again. */
  forgetSession(): void {
    this.#session = undefined
  }

  async logIn(page: Page): Promise<void> {
    await page.getByLabel('Password').fill(this.#app.password)
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await page.locator('#main h1').waitFor()
  }

  /** Closes the pages of one test and fails it when a page had issues. */
  async closePages(): Promise<void> {
    const pages = this.#pages.splice(0)
    await Promise.all(pages.map((opened) => opened.close()))
    for (const { problems } of pages) expect(problems).toEqual({ errors: [], foreign: [] })
  }
}
