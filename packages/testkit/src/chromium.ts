import { existsSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type LaunchOptions,
  type Page,
} from 'playwright-core'

/**
 * Not the flags that npm packages recommend: those disable web security and site isolation, which the tests of policies and frames need.
 */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * Starts a real Chromium.
 * @throws Error when `GALLA_CHROMIUM` does not name one
 */
export async function launchChromium(): Promise<Browser> {
  return chromium.launch(launchOptions())
}

/** A browser context with an Indian locale and time zone. Chromium's default locale makes `Intl` throw. */
export function indianContext(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  return browser.newContext({ locale: 'en-IN', timezoneId: 'Asia/Kolkata', ...options })
}

/** Faults of a page that a payment page must not have. */
export interface PageProblems {
  /** Violations of the content security policy, uncaught errors, and errors and warnings on the console. */
  errors: string[]
  /** URLs of requests to other origins than the allowed ones. */
  foreign: string[]
}

/** Runs in the page before its own scripts. A string, because this package has no DOM types. */
const REPORT_VIOLATIONS = `document.addEventListener('securitypolicyviolation', (event) => {
  reportViolation('CSP ' + event.violatedDirective + ': ' + event.blockedURI + ' ' + event.sample)
})`

/** Records the problems of a page from now on. */
export async function watchPage(page: Page, allowedOrigins: readonly string[]): Promise<PageProblems> {
  const problems: PageProblems = { errors: [], foreign: [] }
  await watchVisits(page, () => ({ problems, allowedOrigins }))
  return problems
}

/** Records the problems of a page that has one visit after the other, each with a record and origins of its own. */
export async function watchVisits(
  page: Page,
  visit: () => { problems: PageProblems; allowedOrigins: readonly string[] },
): Promise<void> {
  const report = (text: string) => visit().problems.errors.push(text)
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') report(message.text())
  })
  page.on('pageerror', (error) => report(String(error)))
  page.on('request', (request) => {
    const { problems, allowedOrigins } = visit()
    const url = new URL(request.url())
    if (/^https?:$/.test(url.protocol) && !allowedOrigins.includes(url.origin)) problems.foreign.push(request.url())
  })
  await page.exposeFunction('reportViolation', report)
  await page.addInitScript(REPORT_VIOLATIONS)
}

/** The browser that the tests' setup names. The bundled one brings the libraries and fonts that a bare system lacks, beside it. */
function launchOptions(): LaunchOptions {
  const { GALLA_CHROMIUM: executablePath, ...env } = process.env
  if (!executablePath) {
    throw new Error(
      'GALLA_CHROMIUM is not set: run browser tests with `npx vitest run --project e2e`, which unpacks one',
    )
  }
  const folder = dirname(executablePath)
  const libraries = join(folder, 'al2023/lib')
  if (!existsSync(libraries)) return { executablePath, args: FLAGS }
  const LD_LIBRARY_PATH = [libraries, env.LD_LIBRARY_PATH].filter(Boolean).join(delimiter)
  return { executablePath, args: FLAGS, env: { ...env, LD_LIBRARY_PATH, FONTCONFIG_PATH: join(folder, 'fonts') } }
}
