import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

/**
 * Ours, not a package's list: theirs switch off web security and site isolation, and then tests of policies and frames lie.
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

/** Starts a real Chromium: the one that `GALLA_CHROMIUM` names, else the system's, else the one that npm brought. */
export async function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: await chromiumPath(), args: FLAGS })
}

/** A browser of someone in India. The bare default locale would make `Intl` throw. */
export function indianContext(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  return browser.newContext({ locale: 'en-IN', timezoneId: 'Asia/Kolkata', ...options })
}

/** What a page did that a payment page must not do. */
export interface Misdeeds {
  /** Violations of the content security policy, errors thrown, and errors on the console. */
  errors: string[]
  /** Requests to any origin but those allowed. */
  foreign: string[]
}

/** Runs in the page, before any script of its own; text, since this room knows no document. */
const REPORT_VIOLATIONS = `document.addEventListener('securitypolicyviolation', (event) => {
  reportViolation('CSP ' + event.violatedDirective + ': ' + event.blockedURI + ' ' + event.sample)
})`

/** Watches a page from now on. */
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
  const named = process.env.GALLA_CHROMIUM
  if (named) return named
  if (existsSync('/usr/bin/chromium')) return '/usr/bin/chromium'
  return bundledPath()
}

/** The npm package unpacks its own system libraries only where it believes to be in a cloud function, so it is told so. */
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
