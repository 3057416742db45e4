import { readFileSync } from 'node:fs'
import { expectAccessible } from '@galla/testkit/page-assertions'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type ConsoleApp, startConsoleApp } from '../helpers/console-app.ts'
import { ConsoleBrowser } from '../helpers/console-browser.ts'

/** Every page and part that the console loads later, opened while the gateway does not answer. */
let app: ConsoleApp
let browser: ConsoleBrowser
beforeAll(async () => {
  app = await startConsoleApp()
  browser = new ConsoleBrowser(app, { withoutFiles: true })
})
afterEach(() => {
  app.setUnreachable(false)
  return browser.closePages()
})
afterAll(() => app?.close())

const ROUTER = readFileSync(new URL('../../src/router.tsx', import.meta.url), 'utf8')
const PATHS = [...ROUTER.matchAll(/path: '([^']+)'/g)].map(([, path = '']) => path.replace(/\$\w+/, '1'))

/** Navigates without a link: the pointer over a link loads its page ahead. */
const navigate = (page: Page, url: string) =>
  page.evaluate((to) => {
    history.pushState({}, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, url)

const isSameDocument = (page: Page) => page.evaluate(() => 'isFirst' in window)
const markDocument = (page: Page) => page.evaluate(() => Object.assign(window, { isFirst: true }))
const tryAgain = (page: Page) => page.locator('#main').getByRole('button', { name: 'Try again' })

describe('a page', () => {
  it('is in the list of routes, which loads each of them later', () => {
    expect(PATHS).toHaveLength(23)
    expect(ROUTER.match(/component: lazyPage\(/g)).toHaveLength(23)
  })

  describe('that cannot be loaded', () => {
    let own: ConsoleBrowser
    let opened: Awaited<ReturnType<ConsoleBrowser['open']>>
    beforeAll(async () => {
      own = new ConsoleBrowser(app, { withoutFiles: true })
      opened = await own.open('/health')
      await markDocument(opened.page)
    })
    afterAll(() => own?.closePages())

    it.each(PATHS.filter((path) => path !== '/health'))(
      'at %s is loaded in place once the gateway answers',
      async (path) => {
        const { page, issues } = opened
        app.setUnreachable(true)
        await navigate(page, `${app.url}${path}`)
        await page.getByRole('heading', { level: 1, name: 'Not loaded' }).waitFor()
        app.setUnreachable(false)
        // A key, because the note about the connection leaves just then, and moves the button from under a pointer.
        const note = page.getByRole('alert').filter({ hasText: 'This page could not be loaded.' })
        await note.getByRole('button').press('Enter')
        await page.getByRole('heading', { level: 1, name: 'Not loaded' }).waitFor({ state: 'detached' })
        await page.locator('#main h1').waitFor()
        expect(await isSameDocument(page)).toBe(true)
        issues.errors.splice(0)
      },
    )
  })

  it('that a new release has removed is shown after the document is loaded again', async () => {
    const { page, issues } = await browser.open('/health')
    await page.route('**/assets/users-page-*.js', (route) => route.fulfill({ status: 404 }))
    await navigate(page, `${app.url}/users`)
    await page.getByText('The console was updated meanwhile.').waitFor()
    await expectAccessible(page)
    await page.unroute('**/assets/users-page-*.js')
    await page.getByRole('button', { name: 'Reload the console' }).click()
    await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor()
    issues.errors.splice(0)
  })

  it('that a proxy answers with 502 meanwhile is loaded in place', async () => {
    const { page, issues } = await browser.open('/health')
    await page.route('**/assets/users-page-*.js', (route) => route.fulfill({ status: 502 }))
    await navigate(page, `${app.url}/users`)
    await tryAgain(page).click()
    await page.getByText('The gateway still does not answer.').waitFor()
    await page.unroute('**/assets/users-page-*.js')
    await tryAgain(page).click()
    await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor()
    issues.errors.splice(0)
  })

  it('that nobody answers shows a skeleton, and then a note that loads it again', async () => {
    const { page } = await browser.open('/health')
    await page.clock.install()
    await page.route('**/assets/users-page-*.js', () => {})
    await navigate(page, `${app.url}/users`)
    await page.getByRole('status', { name: 'Loading the page' }).waitFor()
    await page.clock.fastForward('00:10')
    await page.getByText('The gateway does not answer.').waitFor()
    await page.unroute('**/assets/users-page-*.js')
    await tryAgain(page).click()
    await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor()
  })
})

describe('the session', () => {
  const note = (page: Page) => page.getByRole('alert').filter({ hasText: 'The console could not be opened.' })

  it('that nobody answers shows a status, and ends with a note that asks again', async () => {
    const { page } = await browser.open('/health')
    await page.addInitScript(() => {
      const limit = new AbortController()
      AbortSignal.timeout = () => limit.signal
      Object.assign(window, { endTime: () => limit.abort(new DOMException('too late', 'TimeoutError')) })
    })
    await page.route('**/api/session', () => {})
    await page.reload()
    await page.getByRole('status', { name: 'Loading the console' }).waitFor()
    await page.evaluate('endTime()')
    await note(page).waitFor()
    await expectAccessible(page)
  })

  it.each(['{}', 'null', '[]', '<html>'])('that is answered with %s is asked for again', async (body) => {
    const { page } = await browser.open('/health')
    await page.route('**/api/session', (route) => route.fulfill({ contentType: 'application/json', body }))
    await page.reload()
    await note(page).waitFor()
    await page.unroute('**/api/session')
    await note(page).getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { level: 1, name: 'Health' }).waitFor()
  })
})

it('a sign-in that has failed is reported also where storage is denied', async () => {
  const { page } = await browser.openLoggedOut('/nowhere')
  await page.addInitScript(() =>
    Object.defineProperty(window, 'sessionStorage', {
      get() {
        throw new DOMException('denied', 'SecurityError')
      },
    }),
  )
  await page.goto(`${app.url}/#sign-in=FAILED`)
  await page.getByLabel('Password').waitFor()
  await page.getByRole('alert').waitFor()
})

describe('a part of a page', () => {
  const note = (page: Page) => page.getByRole('alert').filter({ hasText: 'This part could not be loaded.' })

  it.each<[string, (page: Page) => Promise<void>, (page: Page) => Promise<void>]>([
    [
      'the message for the payer',
      (page) => page.getByRole('button', { name: 'Copy message for the payer…' }).click(),
      (page) => page.getByRole('dialog').waitFor(),
    ],
    [
      'the refund',
      (page) => page.getByRole('button', { name: 'Refund…' }).click(),
      (page) => page.getByRole('dialog', { name: 'Refund' }).waitFor(),
    ],
    [
      'the details of a milestone',
      (page) => page.locator('[data-row]').first().click(),
      (page) => note(page).waitFor({ state: 'detached' }),
    ],
    [
      'the command menu',
      (page) => page.keyboard.press('Control+k'),
      (page) => page.getByRole('combobox', { name: 'Search pages, actions and ids' }).waitFor(),
    ],
  ])('%s that cannot be loaded is loaded in place once the gateway answers', async (_, open, shown) => {
    const { merchantOrderId } = await app.shop.payOrder()
    const { page, issues } = await browser.open(`/orders/${merchantOrderId}`)
    await page.getByRole('button', { name: 'Refund…' }).waitFor()
    await markDocument(page)
    app.setUnreachable(true)
    await open(page)
    await note(page).waitFor()
    await expectAccessible(page)
    app.setUnreachable(false)
    await note(page).getByRole('button', { name: 'Try again' }).click()
    await shown(page)
    expect(await isSameDocument(page)).toBe(true)
    issues.errors.splice(0)
  })
})

it('an answer that the page before the login cannot show leaves a note, whose retry asks again', async () => {
  const { page, issues } = await browser.openLoggedOut('/')
  await page.route('**/api/invitations/check', (route) => route.fulfill({ json: null }))
  await page.goto(`${app.url}/invitation#token`)
  await page.getByRole('alert').filter({ hasText: 'The console could not be shown.' }).waitFor()
  await expectAccessible(page)
  await page.unroute('**/api/invitations/check')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('There is no such invitation.').waitFor()
  issues.errors.splice(0)
})
