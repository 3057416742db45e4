import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Listening, listen } from '@galla/http-server/listen'
import { type ServedSandbox, serveSandbox } from '@galla/sandbox'
import { type OpenShop, openShop } from '../../src/server/main.ts'

const CALLBACKS = { username: 'tea_stall', password: 'kettle99cups' }

/** The stall as it is, with a provider whose clock can be moved: the books read the same one. */
export class Stall {
  /** Changes what the provider tells the books of an order; undefined: nothing. */
  bend: ((reply: { [field: string]: unknown }) => void) | undefined
  /** References of the parcels that were packed. */
  readonly parcels: string[] = []
  readonly sandbox: ServedSandbox
  #shop: OpenShop | undefined
  #wire: Listening | undefined
  #folder = ''

  private constructor(sandbox: ServedSandbox) {
    this.sandbox = sandbox
  }

  static async open(): Promise<Stall> {
    const sandbox = await serveSandbox({
      merchantName: 'Nukkad Chai',
      // The client reads the machine's clock, not this one: tokens outlive every test.
      tokenLifeSec: 315_360_000,
      refundAutoSettle: { acceptAfterMs: 0, completeAfterMs: 0 },
    })
    const stall = new Stall(sandbox)
    try {
      await stall.#furnish()
      return stall
    } catch (error) {
      await stall.close()
      throw error
    }
  }

  async #furnish(): Promise<void> {
    this.#folder = await mkdtemp(join(tmpdir(), 'tea-stall-'))
    this.#wire = await listen((request) => this.#carry(request))
    this.#shop = await openShop({
      client: {
        environment: 'SANDBOX',
        clientId: 'tea-stall',
        clientSecret: 'a secret of the stall',
        clientVersion: 1,
      },
      provider: this.#wire.url,
      checkoutScript: `${this.sandbox.url}/web/bundle/checkout.js`,
      cardKey: this.sandbox.cardKey,
      callbacks: CALLBACKS,
      database: this.#folder,
      cookieSecret: 'two spoons of sugar',
      consolePassword: 'ginger and cardamom',
      onParcel: ({ reference }) => this.parcels.push(reference),
      clock: this.sandbox.clock,
    })
    await this.sandbox.setReceiver({ url: `${this.shop.url}/payments/callbacks`, mode: 'classic', ...CALLBACKS })
  }

  get shop(): OpenShop {
    if (!this.#shop) throw new Error('the stall is not open')
    return this.#shop
  }

  /** Time goes on for provider and books; then the books do what is due. */
  async advance(ms: number): Promise<void> {
    await this.sandbox.clock.advance(ms)
    await this.settleDown()
  }

  async settleDown(): Promise<void> {
    await this.sandbox.idle()
    await this.shop.gateway.runPendingJobs()
  }

  async close(): Promise<void> {
    await this.#shop?.close()
    await Promise.all([this.#wire?.close(), this.sandbox.close()])
    await rm(this.#folder, { recursive: true, force: true })
  }

  /** Between the books and the provider: everything passes, and an order's status may come out bent. */
  async #carry(request: Request): Promise<Response> {
    const reply = await this.sandbox.fetch(request)
    if (!this.bend || !/\/order\/[^/]+\/status/.test(request.url)) return reply
    const body = await reply.json()
    this.bend(body)
    return Response.json(body, { status: reply.status })
  }
}
