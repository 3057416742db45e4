import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Listening, listen } from '@galla/http-server/listen'
import { type ServedSandbox, serveSandbox } from '@galla/sandbox'
import { type OpenShop, openShop } from '../../src/server/main.ts'

const CALLBACK_CREDENTIALS = { username: 'tea_shop', password: 'kettle99cups' }

/** The shop with a sandbox whose clock can be moved; the gateway uses the same clock. */
export class DemoShop {
  /** Changes the provider's order status replies before the gateway reads them. */
  alterStatus: ((response: { [field: string]: unknown }) => void) | undefined
  /** The bank's number of every refund: the sandbox names none. Status replies only. */
  refundUtr: string | undefined
  /** References of the packed parcels. */
  readonly parcels: string[] = []
  readonly sandbox: ServedSandbox
  #server: OpenShop | undefined
  #proxy: Listening | undefined
  #folder = ''

  private constructor(sandbox: ServedSandbox) {
    this.sandbox = sandbox
  }

  static async open(): Promise<DemoShop> {
    const sandbox = await serveSandbox({
      appearance: { merchantName: 'Nukkad Chai' },
      // The client's token cache uses the machine's clock, so tokens must outlive every test.
      tokenLifeSec: 315_360_000,
      refundTiming: { acceptAfterMs: 0, completeAfterMs: 0 },
    })
    const shop = new DemoShop(sandbox)
    try {
      await shop.#start()
      return shop
    } catch (error) {
      await shop.close()
      throw error
    }
  }

  async #start(): Promise<void> {
    this.#folder = await mkdtemp(join(tmpdir(), 'tea-shop-'))
    this.#proxy = await listen((request) => this.#forward(request))
    this.#server = await openShop({
      client: {
        environment: 'SANDBOX',
        clientId: 'tea-shop',
        clientSecret: 'a secret of the shop',
        clientVersion: 1,
      },
      provider: this.#proxy.url,
      checkoutScript: `${this.sandbox.url}/web/bundle/checkout.js`,
      cardKey: this.sandbox.cardKey,
      callbackCredentials: CALLBACK_CREDENTIALS,
      database: this.#folder,
      cookieSecret: 'two spoons of sugar',
      consolePassword: 'ginger and cardamom',
      onParcel: ({ reference }) => this.parcels.push(reference),
      clock: this.sandbox.clock,
    })
    const url = `${this.server.url}/payments/callbacks`
    await this.sandbox.setReceiver({ url, mode: 'classic', ...CALLBACK_CREDENTIALS })
  }

  get server(): OpenShop {
    if (!this.#server) throw new Error('the shop is not open')
    return this.#server
  }

  /** Advances the clock, then runs the jobs that are due. */
  async advance(ms: number): Promise<void> {
    await this.sandbox.clock.advance(ms)
    await this.runJobs()
  }

  /** Waits until the sandbox has sent its callbacks, then runs the gateway's pending jobs. */
  async runJobs(): Promise<void> {
    await this.sandbox.idle()
    await this.server.gateway.runPendingJobs()
  }

  async close(): Promise<void> {
    await this.#server?.close()
    await Promise.all([this.#proxy?.close(), this.sandbox.close()])
    await rm(this.#folder, { recursive: true, force: true })
  }

  /** Forwards the gateway's requests to the sandbox, and applies `alterStatus` and `refundUtr` to its status replies. */
  async #forward(request: Request): Promise<Response> {
    const response = await this.sandbox.fetch(request)
    const alter = this.#alterationOf(request.url)
    if (!alter) return response
    const body = await response.json()
    alter(body)
    return Response.json(body, { status: response.status })
  }

  #alterationOf(url: string): ((response: { [field: string]: unknown }) => void) | undefined {
    if (/\/order\/[^/]+\/status/.test(url)) return this.alterStatus
    const utr = this.refundUtr
    if (utr === undefined || !/\/refund\/[^/]+\/status/.test(url)) return undefined
    return (response) => {
      response.splitInstruments = [{ amount: response.amount, rail: { type: 'UPI', utr } }]
      delete response.paymentDetails
    }
  }
}
