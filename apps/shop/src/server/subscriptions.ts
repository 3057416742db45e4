import { randomUUID } from 'node:crypto'
import { inr } from '@galla/contract/money'
import { type Gateway, GatewayError } from '@galla/gateway'
import type { BillingMethods } from '@galla/gateway/subscriptions'
import type { Context } from 'hono'
import { getSignedCookie, setSignedCookie } from 'hono/cookie'
import type { SubscriptionForPayer, TeaPlan } from '../shop-api.ts'
import { ShopRefusal } from './refusal.ts'

export type ShopGateway = Gateway & BillingMethods

/** The tea of every month. The terms of a plan never change: a new price is a new plan. */
const PLAN = {
  planId: 'tea-monthly',
  name: 'Assam every month',
  amount: inr('180.00'),
  frequency: 'MONTHLY',
} as const

/** Creates the plan, once for all: the same plan again is the same plan. */
export async function sellTea({ plans }: BillingMethods): Promise<void> {
  await plans.create(PLAN)
}

const COOKIE = 'tea-subscription'
const MAX_AGE_SEC = 400 * 86_400

/** The subscription of one browser: its id in a signed, HttpOnly cookie. A shop with accounts keeps the id with the account. */
export class TeaSubscriptions {
  readonly #secret: string
  readonly #gateway: ShopGateway
  readonly #thanksUrl: string

  constructor(secret: string, gateway: ShopGateway, thanksUrl: string) {
    this.#secret = secret
    this.#gateway = gateway
    this.#thanksUrl = thanksUrl
  }

  async plan(): Promise<TeaPlan> {
    const plan = await this.#gateway.plans.get(PLAN.planId)
    if (!plan) throw new Error(`The plan ${PLAN.planId} is missing`)
    const { name, amount, frequency } = plan
    return { name, amount, frequency }
  }

  /** This browser's access to its subscription, which may have ended. */
  async find(c: Context): Promise<SubscriptionForPayer | undefined> {
    const subscriptionId = await this.#id(c)
    if (subscriptionId === undefined) return undefined
    try {
      return forPayer(await this.#gateway.subscriptions.forPayer(subscriptionId))
    } catch (error) {
      // The cookie is older than the database.
      if (error instanceof GatewayError && error.code === 'NOT_FOUND') return undefined
      throw error
    }
  }

  /**
   * Starts a subscription, or continues the one of this browser: a second click or tab makes no second mandate.
   * @throws ShopRefusal `UNAVAILABLE` when the page of the mandate cannot be opened now
   */
  async start(c: Context): Promise<SubscriptionForPayer> {
    const { subscriptions } = this.#gateway
    const before = await this.#id(c)
    const known = before ? await subscriptions.get(before) : undefined
    const isNew =
      known === undefined || known.cancel?.at === 'now' || ['CANCELLED', 'COMPLETED', 'EXPIRED'].includes(known.state)
    const subscriptionId = isNew || !before ? `tea-${randomUUID().replaceAll('-', '')}` : before
    try {
      const started = await subscriptions.start({
        subscriptionId,
        planId: PLAN.planId,
        redirectUrl: this.#thanksUrl,
      })
      const secure = new URL(c.req.url).protocol === 'https:'
      const options = { path: '/api', httpOnly: true, sameSite: 'Strict', maxAge: MAX_AGE_SEC, secure } as const
      await setSignedCookie(c, COOKIE, subscriptionId, this.#secret, options)
      return forPayer(started)
    } catch (error) {
      if (!(error instanceof GatewayError)) throw error
      throw new ShopRefusal(503, 'UNAVAILABLE', 'The mandate could not be opened. Nothing was agreed. Try again later.')
    }
  }

  async #id(c: Context): Promise<string | undefined> {
    return (await getSignedCookie(c, this.#secret, COOKIE)) || undefined
  }
}

function forPayer({ payerToken, redirectUrl }: SubscriptionForPayer): SubscriptionForPayer {
  return { payerToken, ...(redirectUrl !== undefined && { redirectUrl }) }
}
