import { type Listening, listen } from '@galla/http-server/listen'
import { type ServedSandbox, type ServeOptions, serveSandbox } from '@galla/sandbox'
import { openTestPage, type TestPage } from '@galla/testkit/test-page'
import type { BrowserContextOptions } from 'playwright-core'
import { expect } from 'vitest'
import { shopResponse } from './merchant-shop.ts'

export const DESKTOP: BrowserContextOptions = { viewport: { width: 1280, height: 800 } }
export const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
  deviceScaleFactor: 2,
}

/** Start of the sandbox's clock: a day on which its test cards are valid. */
const TODAY_MS = Date.UTC(2026, 10, 20, 6, 30)

export interface Order {
  merchantOrderId: string
  pageUrl: string
}

/** A sandbox and a merchant's shop on free ports, and a browser to visit them with. */
export class CheckoutBrowser {
  readonly sandbox: ServedSandbox
  readonly shop: Listening
  readonly #visits: TestPage[] = []
  #orders = 0

  private constructor(sandbox: ServedSandbox, shop: Listening) {
    this.sandbox = sandbox
    this.shop = shop
  }

  static async open(options: ServeOptions = {}): Promise<CheckoutBrowser> {
    const sandbox = await serveSandbox({
      port: 0,
      appearance: { merchantName: 'Chai & Chapters' },
      clock: { startMs: TODAY_MS },
      ...options,
    })
    const shop = await listen((request) => shopResponse(request, sandbox.url))
    return new CheckoutBrowser(sandbox, shop)
  }

  /** Creates an order, as a merchant's server does. */
  async order(over: object = {}, flow: object = {}): Promise<Order> {
    const merchantOrderId = `tea-${++this.#orders}`
    const body = {
      merchantOrderId,
      amount: 14_995_000,
      expireAfter: 900,
      paymentFlow: {
        type: 'PG_CHECKOUT',
        message: 'Two kilos of Assam, one clay kettle',
        merchantUrls: { redirectUrl: `${this.shop.url}/thanks?order=${merchantOrderId}` },
        ...flow,
      },
      ...over,
    }
    const response = await this.#send('/checkout/v2/pay', body)
    return { merchantOrderId, pageUrl: String(response.redirectUrl) }
  }

  /** Announces a debit of a mandate, as a merchant's server does a day before it. */
  async notify(merchantSubscriptionId: string, amount: number): Promise<void> {
    const how = { redemptionRetryStrategy: 'STANDARD', autoDebit: false }
    await this.#send('/checkout/v2/subscriptions/notify', {
      merchantOrderId: `${merchantSubscriptionId}-debit`,
      amount,
      paymentFlow: { type: 'SUBSCRIPTION_CHECKOUT_REDEMPTION', merchantSubscriptionId, ...how },
    })
  }

  /** A new payer, watched from the first request. */
  async visit(url: string, options: BrowserContextOptions = DESKTOP): Promise<TestPage> {
    const visit = await openTestPage(options, [this.sandbox.url, this.shop.url], { withoutFiles: true })
    this.#visits.push(visit)
    await visit.page.goto(url)
    return visit
  }

  /** Ends the visits of one test. Fails when a page logged an error that is not `expected`, or requested a foreign origin. */
  async endVisits(expected?: RegExp): Promise<void> {
    const visits = this.#visits.splice(0)
    await Promise.all(visits.map((visit) => visit.close()))
    for (const { problems } of visits) {
      const errors = problems.errors.filter((error) => !expected?.test(error))
      expect({ ...problems, errors }).toEqual({ errors: [], foreign: [] })
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.sandbox.close(), this.shop.close()])
  }

  async #send(path: string, body: object): Promise<{ [field: string]: unknown }> {
    const token = await this.#post('/v1/oauth/token', 'application/x-www-form-urlencoded', {}, TOKEN_FORM)
    const authorization = `O-Bearer ${token.access_token}`
    return this.#post(path, 'application/json', { authorization }, JSON.stringify(body))
  }

  async #post(path: string, type: string, headers: object, body: string): Promise<{ [field: string]: unknown }> {
    const response = await fetch(this.sandbox.url + path, {
      method: 'POST',
      headers: { 'content-type': type, ...headers },
      body,
    })
    expect(response.status, `${path}: ${await response.clone().text()}`).toBe(200)
    return (await response.json()) as { [field: string]: unknown }
  }
}

const TOKEN_FORM = new URLSearchParams({
  client_id: 'chai',
  client_secret: 'two-cups',
  client_version: '1',
  grant_type: 'client_credentials',
}).toString()
