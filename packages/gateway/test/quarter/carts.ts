import type { Sandbox } from '@galla/sandbox'
import { paise } from '@galla/sdk'
import type { Gateway } from '../../src/index.ts'
import { REDIRECT_URL } from '../helpers/test-gateway.ts'
import { below, type Random } from '../model/random.ts'

type Product = 'STANDARD' | 'MOBILE' | 'LINK'
type Payment = 'SUCCESS' | 'FAILURE' | 'PENDING'

/** The course of a cart: its orders, what its payer does at once, and what happens hours later. */
interface Course {
  /** Share of the carts, in thousandths. */
  readonly weight: number
  readonly products: readonly Product[]
  /** The payer pays each order of the cart, fails to, or does nothing. */
  readonly payment?: Payment
  /** A link is cancelled while its payment is running, or before any payment. */
  readonly cancels?: true
  /** The running payment succeeds hours later, after the order has ended. */
  readonly paidLater?: true
  /** How often the cart is fulfilled when its payments arrive. */
  readonly fulfilled: 0 | 1
}

const paid = { payment: 'SUCCESS', fulfilled: 1 } as const
const late = { payment: 'PENDING', paidLater: true, fulfilled: 0 } as const

export const COURSES = {
  'paid on a page': { weight: 662, products: ['STANDARD'], ...paid },
  'paid in the app': { weight: 130, products: ['MOBILE'], ...paid },
  'failed on a page': { weight: 15, products: ['STANDARD'], payment: 'FAILURE', fulfilled: 0 },
  'left open on a page': { weight: 15, products: ['STANDARD'], fulfilled: 0 },
  'left open in the app': { weight: 5, products: ['MOBILE'], fulfilled: 0 },
  'paid on a page after the expiry': { weight: 10, products: ['STANDARD'], ...late },
  'paid on two pages': { weight: 8, products: ['STANDARD', 'STANDARD'], ...paid },
  'paid by a link': { weight: 120, products: ['LINK'], ...paid },
  'paid by a link and on a page': { weight: 8, products: ['LINK', 'STANDARD'], ...paid },
  'paid by two links': { weight: 7, products: ['LINK', 'LINK'], ...paid },
  'paid by a link after the cancellation': { weight: 6, products: ['LINK'], cancels: true, ...late },
  'paid by a link after the expiry': { weight: 6, products: ['LINK'], ...late },
  'link cancelled': { weight: 4, products: ['LINK'], cancels: true, fulfilled: 0 },
  'link expired': { weight: 4, products: ['LINK'], fulfilled: 0 },
} as const satisfies { readonly [name: string]: Course }

const NAMES = Object.keys(COURSES) as (keyof typeof COURSES)[]
const TOTAL = NAMES.reduce((sum, name) => sum + COURSES[name].weight, 0)

export interface Cart {
  readonly reference: string
  readonly course: keyof typeof COURSES
  readonly amount: number
  readonly orders: readonly { readonly merchantOrderId: string; readonly product: Product }[]
}

/** Orders end after half an hour, links after an hour: before what happens hours later. Seconds. */
const EXPIRE_AFTER = { STANDARD: 1_800, MOBILE: 1_800, LINK: 3_600 } as const

/** The state at the provider in which each order of a cart ends. */
export const endOf = (cart: Cart): 'COMPLETED' | 'FAILED' => {
  const { payment, paidLater } = courseOf(cart)
  return payment === 'SUCCESS' || paidLater ? 'COMPLETED' : 'FAILED'
}

const courseOf = ({ course }: Cart): Course => COURSES[course]

function anyCourse(random: Random): Cart['course'] {
  let left = below(random, TOTAL)
  return NAMES.find((name) => {
    left -= COURSES[name].weight
    return left < 0
  }) as Cart['course']
}

export function newCart(random: Random, number: number, course = anyCourse(random)): Cart {
  const orders = COURSES[course].products.map((product, at) => ({ merchantOrderId: `q-${number}-${at}`, product }))
  return { reference: `cart-${number}`, course, amount: 10_000 + below(random, 490_000), orders }
}

/** Starts the orders of a cart, or its links. Starting them again changes nothing. */
export async function startOrders({ orders, links }: Gateway, cart: Cart): Promise<void> {
  const { reference } = cart
  const amount = paise(cart.amount)
  for (const { merchantOrderId, product } of cart.orders) {
    const expireAfter = EXPIRE_AFTER[product]
    if (product === 'LINK')
      await links.create({ reference, amount, merchantOrderId, expireAfter, customer: { phoneNumber: '9000000001' } })
    else
      await orders.start({
        ...{ reference, amount, merchantOrderId, expireAfter },
        ...(product === 'STANDARD' ? { checkout: product, redirectUrl: REDIRECT_URL } : { checkout: product }),
      })
  }
}

/** Payers pay what they can pay: also an order whose response the shop never got. */
export async function pay(sandbox: Sandbox, cart: Cart): Promise<void> {
  const { payment } = courseOf(cart)
  if (payment)
    for (const id of await payableOrders(sandbox, cart)) await sandbox.simulatePayment(id, { outcome: payment })
}

async function payableOrders(sandbox: Sandbox, { orders }: Cart): Promise<string[]> {
  const known = await Promise.all(
    orders.map(({ merchantOrderId }) => sandbox.order(merchantOrderId).catch(() => undefined)),
  )
  return known.flatMap((one) => (one?.state === 'PENDING' ? one.merchantOrderId : []))
}

export const isCancelled = (cart: Cart): boolean => courseOf(cart).cancels === true

/** Cancels the links of a cart. Cancelling them again changes nothing. */
export async function cancelLinks({ links }: Gateway, { orders }: Cart): Promise<void> {
  for (const { merchantOrderId } of orders) await links.cancel(merchantOrderId)
}

export const hasLatePayment = (cart: Cart): boolean => courseOf(cart).paidLater === true

/** The banks of payers end the payments that were running when their order ended. */
export async function payLate(sandbox: Sandbox, { orders }: Cart): Promise<void> {
  for (const { merchantOrderId } of orders) {
    const known = await sandbox.order(merchantOrderId).catch(() => undefined)
    if (known && known.state !== 'COMPLETED' && known.paymentDetails.length > 0)
      await sandbox.simulatePayment(merchantOrderId, { outcome: 'SUCCESS' })
  }
}

export interface Return {
  readonly merchantRefundId: string
  readonly merchantOrderId: string
  readonly amount: number
  /** The payer's bank refuses it. */
  readonly fails: boolean
}

/** The refund that a merchant gives for a paid cart, if any: in full, in part, and some that fail. */
export function refundOf(random: Random, cart: Cart): Return | undefined {
  const chance = random()
  const [first] = cart.orders
  if (chance >= 0.06 || cart.orders.length !== 1 || !first || courseOf(cart).fulfilled === 0) return undefined
  const amount = chance < 0.025 ? cart.amount : 100 + below(random, cart.amount - 200)
  const { merchantOrderId } = first
  return { merchantRefundId: `${merchantOrderId}-r`, merchantOrderId, amount, fails: chance >= 0.05 }
}
