import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { indianContext, launchChromium, type PageProblems, watchVisits } from './chromium.ts'

let chromium: Promise<Browser> | undefined

/** The browser of all test files of this process. It ends with the process. */
const sharedChromium = (): Promise<Browser> => {
  chromium ??= launchChromium()
  return chromium
}

/** A page without history, in a context of its own. */
export interface TestPage {
  readonly page: Page
  readonly context: BrowserContext
  readonly problems: PageProblems
  /** Ends the visit. `problems` does not change afterwards. */
  close(): Promise<void>
}

/**
 * Opens a page. A new one with a stored session costs half as much CPU again, so a page is used again, without history, storage, routes and emulated
 * media, by the next test that asks for the same options, unless a test has changed what cannot be undone. The page keeps the files that it has
 * loaded, as the browser of a person who comes back does, unless `withoutFiles` is true: to load and compile them is two fifths of a visit's CPU.
 */
export async function openTestPage(
  options: BrowserContextOptions,
  allowedOrigins: readonly string[],
  { withoutFiles = false } = {},
): Promise<TestPage> {
  const { storageState = { cookies: [], origins: [] }, ...permanent } = options
  const kind = JSON.stringify(permanent)
  const reusable = spare.get(kind)?.pop() ?? (await createPage(permanent))
  const { page, context } = reusable
  const problems: PageProblems = { errors: [], foreign: [] }
  reusable.visit = { problems, allowedOrigins }
  if (withoutFiles) await reusable.forgetFiles()
  await store(reusable, storageState)
  return {
    page,
    context,
    problems,
    async close() {
      reusable.visit = NO_VISIT
      if (await clear(reusable)) spare.set(kind, [...(spare.get(kind) ?? []), reusable])
      else await context.close()
    },
  }
}

interface ReusablePage {
  page: Page
  context: BrowserContext
  /** Problems and allowed origins of the test that uses the page now. */
  visit: { problems: PageProblems; allowedOrigins: readonly string[] }
  /** Origins whose storage may hold something. */
  visited: Set<string>
  /** A test has changed what stays with the page or its context. */
  isChanged: boolean
  /** Undoes routes, a lost connection, emulated media, and the size and pointer of the page. */
  restore(): Promise<void>
  /** Navigates without a server. */
  goToEmptyPage(origin: string): Promise<void>
  forgetHistory(): Promise<void>
  forgetFiles(): Promise<void>
}

/** Pages for the next tests, by their options. */
const spare = new Map<string, ReusablePage[]>()

const NO_VISIT = { problems: { errors: [], foreign: [] }, allowedOrigins: [] }

/** Methods and properties of a page or a context whose effects outlast a visit and are not undone. */
const CHANGING = [
  ...['addInitScript', 'exposeFunction', 'exposeBinding', 'routeWebSocket', 'setExtraHTTPHeaders', 'grantPermissions'],
  ...['clock', 'on', 'once', 'close', 'newPage', 'newCDPSession'],
]

async function createPage(options: BrowserContextOptions): Promise<ReusablePage> {
  const context = await indianContext(await sharedChromium(), options)
  const page = await context.newPage()
  page.setDefaultTimeout(40_000)
  const devTools = await context.newCDPSession(page)
  const viewport = page.viewportSize()
  const { colorScheme = 'light', reducedMotion = 'no-preference', forcedColors = 'none' } = options
  const reusable: ReusablePage = {
    page,
    context,
    visit: NO_VISIT,
    visited: new Set(),
    isChanged: false,
    async restore() {
      await context.setOffline(false)
      await context.unrouteAll({ behavior: 'ignoreErrors' })
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await page.emulateMedia({ media: null, colorScheme, reducedMotion, forcedColors })
      if (viewport) await page.setViewportSize(viewport)
      await page.mouse.move(0, 0)
    },
    async goToEmptyPage(origin) {
      await page.route(`${origin}/**`, (request) => request.fulfill({ contentType: 'text/html', body: '' }))
      await page.goto(`${origin}/`, { timeout: 10_000 })
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    },
    async forgetHistory() {
      await devTools.send('Page.resetNavigationHistory')
    },
    async forgetFiles() {
      await devTools.send('Network.clearBrowserCache')
    },
  }
  await watchVisits(page, () => reusable.visit)
  page.on('framenavigated', (frame) => {
    const { origin, protocol } = new URL(frame.url())
    if (/^https?:$/.test(protocol)) reusable.visited.add(origin)
  })
  for (const target of [page, context]) {
    noteUses(target, () => {
      reusable.isChanged = true
    })
  }
  return reusable
}

function noteUses(target: object, used: () => void): void {
  for (const name of CHANGING) {
    if (!(name in target)) continue
    const original: unknown = Reflect.get(target, name)
    Object.defineProperty(target, name, {
      configurable: true,
      get() {
        used()
        return original
      },
    })
  }
}

/** Puts a session into an empty page: `setStorageState` of Playwright opens a page of its own each time. */
async function store(
  { page, context, visited, goToEmptyPage }: ReusablePage,
  state: NonNullable<BrowserContextOptions['storageState']>,
): Promise<void> {
  if (typeof state === 'string') return context.setStorageState(state)
  if (state.cookies.length > 0) await context.addCookies(state.cookies)
  for (const { origin, localStorage } of state.origins) {
    await goToEmptyPage(origin)
    visited.add(origin)
    // Strings, because this package has no DOM types.
    const setting = localStorage.map(
      ({ name, value }) => `localStorage.setItem(${JSON.stringify(name)}, ${JSON.stringify(value)})`,
    )
    await page.evaluate(setting.join('\n'))
  }
}

/** Makes a page as good as new. Returns false when that cannot be done. */
async function clear(reusable: ReusablePage): Promise<boolean> {
  const { page, visited, isChanged } = reusable
  if (isChanged || page.isClosed() || page.context().pages().length > 1) return false
  try {
    // First the application ends: what works again must not let it send what failed.
    for (const origin of visited) {
      await reusable.goToEmptyPage(origin)
      await page.evaluate('sessionStorage.clear(); localStorage.clear()')
    }
    visited.clear()
    await reusable.restore()
    await page.context().clearCookies()
    await reusable.forgetHistory()
    return true
  } catch {
    return false
  }
}
