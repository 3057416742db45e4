import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

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

/** Starts Chromium: the executable in `GALLA_CHROMIUM`, else the system's, else the one from npm. */
export async function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: await chromiumPath(), args: FLAGS })
}

/** A browser context with an Indian locale and time zone. Chromium's default locale makes `Intl` throw. */
export function indianContext(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  return browser.newContext({ locale: 'en-IN', timezoneId: 'Asia/Kolkata', ...options })
}

/** What a page did that a payment page must not do. */
export interface Misdeeds {
  /** Violations of the content security policy, uncaught errors, and errors and warnings on the console. */
  errors: string[]
  /** URLs of requests to other origins than the allowed ones. */
  foreign: string[]
}

/** Runs in the page before its own scripts. A string, because this package has no DOM types. */
const REPORT_VIOLATIONS = `document.addEventListener('securitypolicyviolation', (event) => {
  reportViolation('CSP ' + event.violatedDirective + ': ' + event.blockedURI + ' ' + event.sample)
})`

/** Records the misdeeds of a page from now on. */
export async function watchPage(page: Page, allowedOrigins: readonly string[]): Promise<Misdeeds> {
  const misdeeds: Misdeeds = { errors: [], foreign: [] }
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') misdeeds.errors.push(message.text())
  })
  page.on('pageerror', (error) => misdeeds.errors.push(String(error)))
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (/^https?:$/.test(url.protocol) && !allowedOrigins.includes(url.origin)) misdeeds.foreign.push(request.url())
  })
  await page.exposeFunction('reportViolation', (text: string) => misdeeds.errors.push(text))
  await page.addInitScript(REPORT_VIOLATIONS)
  return misdeeds
}

async function chromiumPath(): Promise<string> {
  const configured = process.env.GALLA_CHROMIUM
  if (configured) return configured
  if (existsSync('/usr/bin/chromium')) return '/usr/bin/chromium'
  return bundledPath()
}

/** The npm package unpacks its system libraries only when this variable says that it runs in a cloud function. */
async function bundledPath(): Promise<string> {
  const before = process.env.AWS_EXECUTION_ENV
  process.env.AWS_EXECUTION_ENV = 'AWS_Lambda_nodejs20.x'
  try {
    const { default: bundled } = await import('@sparticuz/chromium')
    return await bundled.executablePath()
  } finally {
    if (before === undefined) delete process.env.AWS_EXECUTION_ENV
    else process.env.AWS_EXECUTION_ENV = before
  }
}
