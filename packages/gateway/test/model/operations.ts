import type { CreateLink, LinkChannel } from '@galla/contract/gateway-api/links'
import type { StartOrder } from '@galla/contract/gateway-api/merchant-routes'
import type { SandboxOrder, SandboxRefund } from '@galla/contract/sandbox-api/routes'
import { Galla, paise } from '@galla/sdk'
import { CLIENT } from '../helpers/test-gateway.ts'
import { callConsole } from './console.ts'
import type { KnownOrder, TestEnvironment } from './environment.ts'
import type { Process } from './processes.ts'
import { below, pick, type Random } from './random.ts'

type Operation = (environment: TestEnvironment, process: Process, random: Random) => Promise<void>

const REDIRECT_URL = 'https://shop.example/thanks'

/** One amount a reference; a few references are refunded in part by their own handler. */
const priceOf = (place: number) => 10_000 + place * 100
const referenceOf = (place: number) => (place % 5 === 0 ? `returned-${place}` : `cart-${place}`)

/** Most payers use the hosted page. */
const CHECKOUTS = [
  ...['STANDARD', 'STANDARD', 'STANDARD', 'MOBILE', 'MOBILE_CUSTOM', 'CUSTOM', 'CUSTOM', 'CUSTOM'],
  ...['LINK', 'LINK'],
] as KnownOrder['checkout'][]

const PAYER = { phoneNumber: '9000000001' }
const BY_SMS: { sendBy: LinkChannel[] } = { sendBy: ['SMS'] }

const startOrder = async ({ orders }: Process['gateway'], terms: StartOrder) => {
  const { order, redirectUrl, token } = await orders.start(terms)
  return { order, page: redirectUrl ?? token }
}

const createLink = async ({ links }: Process['gateway'], terms: Omit<CreateLink, 'customer'>) => {
  const { order, url } = await links.create({ ...terms, ...BY_SMS, customer: PAYER })
  return { order, page: url }
}

const start: Operation = async (environment, process, random) => {
  const { gateway } = process
  const known = [...environment.orders.values()]
  const repeated = known.length > 0 && random() < 0.25 ? pick(random, known) : undefined
  const place = 1 + below(random, 6 + known.length)
  environment.counter += 1
  const wanted = repeated ?? {
    reference: referenceOf(place),
    amount: priceOf(place) + (random() < 0.05 ? 1 : 0),
    checkout: pick(random, CHECKOUTS),
    merchantOrderId: `ord-${environment.counter}`,
  }
  const wrong = repeated !== undefined && random() < 0.2
  const named = repeated !== undefined || random() < 0.6
  const { merchantOrderId } = wanted
  const { reference, checkout } = wanted
  const terms = {
    reference,
    amount: paise(wanted.amount + (wrong ? 7 : 0)),
    expireAfter: 600,
    ...(named ? { merchantOrderId } : {}),
  }
  const { order, page } = await (checkout === 'LINK'
    ? createLink(gateway, terms)
    : startOrder(gateway, { ...terms, checkout, redirectUrl: REDIRECT_URL }))
  const closed = order.state === 'COMPLETED' || order.state === 'FAILED'
  environment.trace.add(
    `started ${order.merchantOrderId} of ${reference}: ${order.state}${page ? ', with a page' : ''}`,
  )
  if (wrong) environment.violations.push(`${merchantOrderId} was started again with another amount`)
  if (page !== undefined && closed)
    environment.violations.push(`${order.merchantOrderId} is ${order.state} and its page was handed out`)
  const before = environment.orders.get(order.merchantOrderId)
  if (before?.page !== undefined && page !== undefined && before.page !== page)
    environment.violations.push(`${order.merchantOrderId} has two pages`)
  const now: KnownOrder = {
    merchantOrderId: order.merchantOrderId,
    reference,
    amount: order.amount,
    checkout,
    page: page ?? before?.page,
  }
  environment.orders.set(order.merchantOrderId, now)
  if (order.checkout === 'CUSTOM' && random() < 0.7) await payCustom(environment, process, random, now)
}

const MODES = [
  { type: 'UPI_QR' },
  { type: 'UPI_COLLECT', details: { type: 'VPA', vpa: 'payer@ybl' } },
  { type: 'NET_BANKING', bankId: 'HDFC' },
  { type: 'NET_BANKING', bankId: 'ICIC' },
] as const

async function payCustom(
  environment: TestEnvironment,
  { gateway }: Process,
  random: Random,
  known: KnownOrder,
): Promise<void> {
  const mode = pick(random, MODES)
  const { order, payment } = await gateway.orders.pay(known.merchantOrderId, mode)
  environment.trace.add(`paying ${known.merchantOrderId} by ${mode.type}: ${order.state}`)
  if (payment) known.page ??= payment.redirectUrl ?? payment.qrData ?? payment.intentUrl ?? mode.type
}

const pay: Operation = async (environment, process, random) => {
  const custom = [...environment.orders.values()].filter(({ checkout }) => checkout === 'CUSTOM')
  if (custom.length === 0) return
  const known = custom.length > 3 && random() < 0.7 ? pick(random, custom.slice(-3)) : pick(random, custom)
  await payCustom(environment, process, random, known)
}

/** Payments after the expiry that are still found when all their callbacks are lost. */
const LATE_MS = 72 * 3_600_000

export async function isPayable({ sandbox }: TestEnvironment, merchantOrderId: string): Promise<boolean> {
  const order = await sandbox.order(merchantOrderId).catch(() => undefined)
  return order !== undefined && sandbox.clock.now() < order.expireAt + LATE_MS
}

/** A payer pays on the page that was handed out, or approves a collect request that reached the app. Also after the expiry. */
const payAtProvider: Operation = async (environment, _, random) => {
  const payable = [...environment.orders.values()].filter((one) => one.page !== undefined || one.checkout === 'CUSTOM')
  if (payable.length === 0) return
  const { merchantOrderId } = random() < 0.7 ? pick(random, payable.slice(-4)) : pick(random, payable)
  const chance = random()
  const outcome = chance < 0.75 ? 'SUCCESS' : chance < 0.9 ? 'FAILURE' : 'PENDING'
  const keepOpen = outcome === 'FAILURE' && random() < 0.5
  if (!(await isPayable(environment, merchantOrderId))) return
  await environment.sandbox.simulatePayment(merchantOrderId, { outcome, ...(keepOpen ? { keepOpen } : {}) })
  environment.trace.add(`the payer's bank: ${outcome} for ${merchantOrderId}`)
}

/** The provider has sent the URL to the payer, also when the shop never got it. */
const payLink: Operation = async (environment, _, random) => {
  const response = await environment.sandbox.fetch('http://sandbox.localhost/_sandbox/orders?limit=30')
  const { orders } = (await response.json()) as { orders: SandboxOrder[] }
  const links = orders.filter(({ product }) => product === 'LINK')
  if (links.length === 0) return
  const { merchantOrderId } = pick(random, links)
  if (!(await isPayable(environment, merchantOrderId))) return
  const outcome = pick(random, ['SUCCESS', 'SUCCESS', 'PENDING'] as const)
  await environment.sandbox.simulatePayment(merchantOrderId, { outcome })
  environment.trace.add(`the payer of the link: ${outcome} for ${merchantOrderId}`)
}

/** The id of a link that the shop knows. @throws Error while there is none */
function knownLink({ orders }: TestEnvironment, random: Random): string {
  const links = [...orders.values()].filter(({ checkout }) => checkout === 'LINK')
  return pick(random, links.slice(-6)).merchantOrderId
}

const remindOfLink: Operation = async (environment, { gateway }, random) => {
  const id = knownLink(environment, random)
  await gateway.links.remind(id, BY_SMS)
  environment.trace.add(`the link ${id} was sent again`)
}

const cancelLink: Operation = async (environment, { gateway }, random) => {
  const id = knownLink(environment, random)
  const { state } = await gateway.links.cancel(id)
  environment.trace.add(`the link ${id} was cancelled: ${state}`)
}

async function requestRefund(
  environment: TestEnvironment,
  { gateway }: Process,
  id: string,
  order: string,
  amount: number,
) {
  const refund = await gateway.refunds.request({
    merchantRefundId: id,
    merchantOrderId: order,
    amount: paise(amount),
  })
  environment.trace.add(`refund ${id} of ${order}: ${refund.state}, ${amount}`)
  environment.refunds.set(id, amount)
}

const refund: Operation = async (environment, process, random) => {
  if (environment.orders.size === 0) return
  const { rows } = await environment.pool.query<{ id: string; amount: string }>(
    `select "merchantOrderId" as id, "amount"::text from galla.orders where "state" = 'COMPLETED' order by "createdAtMs" desc limit 12`,
  )
  if (rows.length === 0) return
  const { id, amount } = pick(random, rows)
  environment.counter += 1
  const part = random() < 0.3 ? 1 : 0.2 + random() * 0.5
  const repeated = random() < 0.2 && environment.refunds.size > 0
  const [oldId, oldAmount] = pick(random, [...environment.refunds, ['', 0]])
  if (repeated && oldId) return requestRefund(environment, process, oldId, oldId.replace(/\+.*$/, ''), oldAmount)
  return requestRefund(environment, process, `${id}+${environment.counter}`, id, Math.ceil(Number(amount) * part))
}

/** The merchant sees that a refund failed and gives the same money back under a new id. */
const refundAgain: Operation = async (environment, process, random) => {
  const { rows } = await environment.pool.query<{ id: string; order: string; amount: string }>(
    `select "merchantRefundId" as id, "merchantOrderId" as order, "amount"::text from galla.refunds r where "state" = 'FAILED'
       and "origin" <> 'elsewhere' and not exists (select 1 from galla.refunds n where n."merchantRefundId" = r."merchantRefundId" || '~')`,
  )
  if (rows.length === 0) return
  const { id, order, amount } = pick(random, rows)
  if (id.length < 60) await requestRefund(environment, process, `${id}~`, order, Number(amount))
}

const refundInDashboard: Operation = async (environment, _, random) => {
  const paid = [...environment.orders.values()].filter(({ page }) => page !== undefined)
  if (paid.length === 0) return
  const { merchantOrderId } = pick(random, paid)
  environment.counter += 1
  const dashboard = new Galla({ ...CLIENT, clientVersion: 1, fetch: environment.sandbox.fetch, timeoutMs: 500 })
  const merchantRefundId = `dashboard-${environment.counter}`
  await dashboard.refunds.create({
    merchantRefundId,
    originalMerchantOrderId: merchantOrderId,
    amount: paise(500),
  })
  environment.trace.add(`${merchantRefundId} of ${merchantOrderId} in the dashboard`)
}

export async function providerRefunds({ sandbox }: TestEnvironment): Promise<SandboxRefund[]> {
  const response = await sandbox.fetch('http://sandbox.localhost/_sandbox/refunds')
  return ((await response.json()) as { refunds: SandboxRefund[] }).refunds
}

const bankRefunds: Operation = async (environment, _, random) => {
  const open = (await providerRefunds(environment)).filter(({ state }) => state === 'PENDING' || state === 'CONFIRMED')
  if (open.length === 0) return
  const { merchantRefundId } = pick(random, open)
  const outcome = pick(random, ['SUCCESS', 'FAILURE', 'ACCEPTED', 'PENDING'] as const)
  await environment.sandbox.simulateRefund(merchantRefundId, { outcome })
  environment.trace.add(`the bank: ${outcome} for refund ${merchantRefundId}`)
}

const syncOrder: Operation = async (environment, { gateway }, random) => {
  if (environment.orders.size > 0) await gateway.orders.sync(pick(random, [...environment.orders.keys()]))
}

const syncRefund: Operation = async (environment, { gateway }, random) => {
  if (environment.refunds.size > 0) await gateway.refunds.sync(pick(random, [...environment.refunds.keys()]))
}

const jobs: Operation = async (_, { gateway }) => gateway.runPendingJobs()

const advance: Operation = async (environment, _, random) => {
  const chance = random()
  const ms = chance < 0.5 ? random() * 60_000 : chance < 0.97 ? random() * 3_600_000 : random() * 100 * 3_600_000
  await environment.advance(Math.floor(ms))
  environment.trace.add(`the clock moved by ${Math.floor(ms / 1_000)} s`)
}

const release: Operation = async (environment, _, random) => {
  const held = environment.sandbox.held()
  if (held.length === 0) return
  const { heldId, endpoint, merchantOrderId, merchantRefundId } = pick(random, held)
  await environment.sandbox.release([heldId])
  environment.trace.add(`${endpoint} ${merchantRefundId ?? merchantOrderId} arrived`)
}

/** The process that serves the console. @throws Error while there is none */
function consoleProcess({ processes }: TestEnvironment): Process {
  const shop = processes.find(({ program, life }) => program === 'shop' && !life.isDead)
  if (!shop) throw new Error('no console runs')
  return shop
}

const replay: Operation = async (environment, _, random) => {
  const { rows } = await environment.pool.query<{ id: string }>(
    `select "callbackId"::text as id from galla.callbacks where "verdict" = 'accepted' order by "callbackId" desc limit 20`,
  )
  if (rows.length > 0)
    await callConsole(consoleProcess(environment), 'POST', '/callbacks/replay', {
      callbackIds: [pick(random, rows).id],
    })
}

const resolveReview: Operation = async (environment, _, random) => {
  const { rows } = await environment.pool.query<{ id: string; version: number }>(
    `select "merchantOrderId" as id, "version"::int from galla.orders where "needsReview" is not null`,
  )
  if (rows.length === 0) return
  const { id, version } = pick(random, rows)
  const body = { note: 'looked at it', version }
  await callConsole(consoleProcess(environment), 'POST', `/orders/${id}/resolve-review`, body)
  environment.trace.add(`review of ${id} resolved`)
}

const kill: Operation = async (environment, { life }, random) => {
  life.killIn(1 + below(random, 40), random() < 0.5 ? 'before' : 'after')
  environment.trace.add(`${life.name} will be killed`)
}

const stopProcess: Operation = async (environment, { gateway, life }) => {
  const at = environment.processes.findIndex((one) => one.life === life)
  if (at >= 0) environment.processes.splice(at, 1)
  await gateway.stop()
  environment.trace.add(`${life.name} was stopped`)
}

/** Operations by name and weight. */
export const OPERATIONS: readonly (readonly [name: string, weight: number, operation: Operation])[] = [
  ['start', 18, start],
  ['pay', 10, pay],
  ['pay at the provider', 12, payAtProvider],
  ['pay a link', 4, payLink],
  ['remind of a link', 2, remindOfLink],
  ['cancel a link', 3, cancelLink],
  ['refund', 8, refund],
  ['refund again', 4, refundAgain],
  ['refund in the dashboard', 1, refundInDashboard],
  ['refunds of the bank', 4, bankRefunds],
  ['sync order', 4, syncOrder],
  ['sync refund', 3, syncRefund],
  ['jobs', 16, jobs],
  ['advance', 10, advance],
  ['release', 4, release],
  ['replay', 2, replay],
  ['resolve review', 2, resolveReview],
  ['kill', 4, kill],
  ['stop', 1, stopProcess],
]

export type { KnownOrder }
