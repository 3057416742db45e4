import { createHmac } from 'node:crypto'

/** A public application that was written for the official package. Only its import is changed. */
export interface PublicApplication {
  readonly title: string
  /** `owner/name` on GitHub. */
  readonly repository: string
  readonly commit: string
  /** Where the application is in its repository. @default the root */
  readonly folder?: string
  /** Packages that it lists and that its server never loads. */
  readonly withoutPackages?: readonly string[]
  /** Packages of ours that run it, beside its own dependencies. */
  readonly runners?: readonly string[]
  /** A program of ours, beside this file, that stands for the framework around a plugin. */
  readonly program?: string
  /** Arguments of Node, in the folder of the application. */
  readonly args: (port: number) => readonly string[]
  readonly env: (url: string) => { readonly [name: string]: string }
  readonly needsDatabase?: true
  /** The line that it prints when it listens. */
  readonly ready: RegExp
  readonly callbackPath: string
  /** Its `tsconfig` whose files its own compiler accepts after the change. Absent: not with the official package either. */
  readonly tsconfig?: string
  /** Takes the order as its page or its framework would. */
  readonly pay: (url: string) => Promise<{ merchantOrderId: string; pageUrl: string }>
  /** Reads the application's word about a paid order. Absent: the application does not ask for the status. */
  readonly isPaid?: (url: string, merchantOrderId: string) => Promise<boolean>
  /** Absent: the application cannot refund. */
  readonly refund?: (url: string, merchantOrderId: string) => Promise<void>
  /** The status with which it answers a genuine callback. */
  readonly answersCallback: number
  /** The application's output after it accepted the signature of a callback. */
  readonly accepts: RegExp
}

export const WEBHOOK = { username: 'shop_hook', password: 'Passw0rd99' } as const

async function post(url: string, body: object, headers: object = {}) {
  const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers } }
  const response = await fetch(url, { ...init, body: JSON.stringify(body) })
  const text = await response.text()
  if (!response.ok) throw new Error(`POST ${url} answered ${response.status}: ${text}`)
  return JSON.parse(text)
}

const next: PublicApplication = {
  title: 'a Next application',
  repository: 'sahspeaks/phonepe-demo',
  commit: '9c60021c57260cb2b5c1cdfa05bb4cf1c7b94196',
  args: (port) => ['node_modules/next/dist/bin/next', 'dev', '-p', String(port), '-H', '127.0.0.1'],
  env: (url) => ({
    PHONEPE_CLIENT_ID: 'TEST',
    PHONEPE_CLIENT_SECRET: 'any',
    PHONEPE_CLIENT_VERSION: '1',
    PHONEPE_WEBHOOK_USERNAME: WEBHOOK.username,
    PHONEPE_WEBHOOK_PASSWORD: WEBHOOK.password,
    NEXT_PUBLIC_APP_URL: url,
    NEXT_TELEMETRY_DISABLED: '1',
  }),
  ready: /Ready in/,
  callbackPath: '/api/phonepe/webhook',
  tsconfig: 'tsconfig.json',
  pay: async (url) => {
    const { orderId, url: pageUrl } = await post(`${url}/api/phonepe/initiate`, { amount: 499, userId: 'payer-1' })
    return { merchantOrderId: orderId, pageUrl }
  },
  isPaid: async (url, id) => {
    const response = await fetch(`${url}/api/phonepe/status?orderId=${id}`, { redirect: 'manual' })
    return response.headers.get('location')?.includes(`/payment-success?orderId=${id}&amount=49900`) ?? false
  },
  refund: async (url, orderId) => {
    await post(`${url}/api/phonepe/refund`, { orderId, amount: 499 })
  },
  answersCallback: 200,
  accepts: /Webhook received/,
}

function medusa(
  app: Pick<PublicApplication, 'title' | 'repository' | 'commit' | 'accepts' | 'tsconfig'>,
  provider: { entry: string; amount: number; options: object },
): PublicApplication {
  const options = {
    clientId: 'TEST',
    clientSecret: 'any',
    clientVersion: 1,
    redirectUrl: 'https://shop.example/thanks',
    callbackUrl: 'https://shop.example/hook',
    ...provider.options,
  }
  let session: { id: string; data: { redirectUrl: string } }
  return {
    ...app,
    runners: ['tsx@4'],
    program: 'medusa-host.mjs',
    args: () => ['--import', 'tsx', 'medusa-host.mjs'],
    env: (url) => ({ PORT: new URL(url).port, MEDUSA_PROVIDER: JSON.stringify({ ...provider, options }) }),
    ready: /listening/,
    callbackPath: '/hook',
    pay: async (url) => {
      session = await post(`${url}/pay`, { id: 'payses_01' })
      return { merchantOrderId: session.id, pageUrl: session.data.redirectUrl }
    },
    isPaid: async (url) => (await post(`${url}/authorize`, session)).status === 'authorized',
    refund: async (url) => {
      await post(`${url}/refund`, session)
    },
    answersCallback: 200,
  }
}

const medusaModule = medusa(
  {
    title: 'a payment module for Medusa',
    repository: 'SupprStore/medusa-payment-phonepe',
    commit: '6340f88055f11df4a6140566e0b4284287967223',
    accepts: /webhook: authorized/,
    tsconfig: 'tsconfig.json',
  },
  {
    entry: './src/services/phonepe-provider.ts',
    amount: 499,
    options: { callbackUsername: WEBHOOK.username, callbackPassword: WEBHOOK.password, mode: 'uat' },
  },
)

const medusaPlugin = medusa(
  {
    title: 'a payment plugin for Medusa',
    repository: 'chintans/medusa-payment-phonepe',
    commit: '46b7e70f3cd4480b4d1cb69123a0adb14dd0be76',
    accepts: /webhook validation successful/,
  },
  {
    entry: './src/services/phonepe-provider.ts',
    amount: 49_900,
    options: {
      merchantUsername: WEBHOOK.username,
      merchantPassword: WEBHOOK.password,
      mode: 'test',
      enabledDebugLogging: true,
    },
  },
)

const STUDENT = { password: 'Passw0rd!', name: 'A student' }

async function logIn(url: string, email: string, student_id: string) {
  await post(`${url}/auth/register`, { ...STUDENT, email, student_id })
  const { token } = await post(`${url}/auth/login`, { email, password: STUDENT.password })
  return { authorization: `Bearer ${token}` }
}

const nest: PublicApplication = {
  title: 'a Nest application on PostgreSQL',
  repository: 'nayaz2/yawmiy-backend',
  commit: 'a741bbceebe72e20aaf3fa400e63e6df824397d5',
  args: () => ['-r', 'ts-node/register/transpile-only', 'src/main.ts'],
  env: (url) => ({
    PORT: new URL(url).port,
    APP_BASE_URL: url,
    JWT_SECRET: 'a secret of a test that is long enough',
    PHONEPE_CLIENT_ID: 'TEST',
    PHONEPE_CLIENT_SECRET: 'any',
    PHONEPE_WEBHOOK_USERNAME: WEBHOOK.username,
    PHONEPE_WEBHOOK_PASSWORD: WEBHOOK.password,
  }),
  needsDatabase: true,
  ready: /Application is running/,
  callbackPath: '/orders/webhook',
  tsconfig: 'tsconfig.build.json',
  pay: async (url) => {
    const seller = await logIn(url, 'seller@university.edu', '12345678')
    const buyer = await logIn(url, 'buyer@university.edu', '12345679')
    const item = { title: 'A book', category: 'Textbooks', price: 49_900, condition: 'good', description: 'Read once' }
    const listing = await post(`${url}/listings`, { ...item, location: 'Library' }, seller)
    const order = await post(`${url}/orders`, { listing_id: listing.id, meeting_location: 'Library' }, buyer)
    const { payment_url } = await post(`${url}/orders/${order.order_id}/payment`, {}, buyer)
    return { merchantOrderId: order.order_id, pageUrl: payment_url }
  },
  // It verifies the callback of v2 and then reads the fields of v1, with any SDK.
  answersCallback: 400,
  accepts: /Webhook validated successfully/,
}

const SHOP_SECRET = 'a secret of a test that is long enough'
const SAREE = { _id: '650000000000000000000002', name: 'A saree', price: 499, gstRate: 18, quantity: 5 }
const PAYER = {
  _id: '650000000000000000000001',
  name: 'A payer',
  email: 'payer@shop.example',
  role: 0,
  status: 'Active',
}

/** The session of a payer who has logged in: the application sends passwords by mail. */
function sessionOf({ _id }: { _id: string }) {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const signed = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ _id })}`
  return { authorization: `Bearer ${signed}.${createHmac('sha256', SHOP_SECRET).update(signed).digest('base64url')}` }
}

async function ordersOf(url: string): Promise<{ merchantOrderId: string; orderNumber: string }[]> {
  const response = await fetch(`${url}/api/v1/order/orders`, { headers: sessionOf(PAYER) })
  const { orders } = await response.json()
  return orders
}

const express: PublicApplication = {
  title: 'an Express application on MongoDB',
  repository: 'dhingradeep51/Gopi-Nath-Collection',
  commit: '033e7130d1f2ce7dea11c64fd681d1ff0153ca8b',
  folder: 'Backend',
  // The first has the name of a module of Node; the others are for its pages, or restart it.
  withoutPackages: ['fs', 'browser-image-compression', 'html2pdf.js', 'nodemon', 'react-toastify'],
  runners: ['bson@7', 'mingo@7'],
  program: 'express-host.mjs',
  args: () => ['express-host.mjs'],
  env: (url) => ({
    PORT: new URL(url).port,
    BACKEND_URL: url,
    FRONTEND_URL: url,
    JWT_SECRET: SHOP_SECRET,
    PHONEPE_CLIENT_ID: 'TEST',
    PHONEPE_CLIENT_SECRET: 'any',
    PHONEPE_CALLBACK_USERNAME: WEBHOOK.username,
    PHONEPE_CALLBACK_PASSWORD: WEBHOOK.password,
    EXPRESS_HOST: JSON.stringify({ records: { users: PAYER, products: SAREE } }),
  }),
  ready: /Mongodb connected/,
  callbackPath: '/api/v1/payment/phonepe/webhook',
  pay: async (url) => {
    const order = { cart: [{ _id: SAREE._id, cartQuantity: 1 }], address: '1 Main Road', paymentMethod: 'phonepe' }
    const { redirectUrl } = await post(`${url}/api/v1/order/place-order`, order, sessionOf(PAYER))
    const [{ merchantOrderId } = { merchantOrderId: '' }] = await ordersOf(url)
    return { merchantOrderId, pageUrl: redirectUrl }
  },
  isPaid: async (url, id) => {
    const placed = (await ordersOf(url)).find(({ merchantOrderId }) => merchantOrderId === id)
    const response = await fetch(`${url}/api/v1/payment/status/${placed?.orderNumber}`, { headers: sessionOf(PAYER) })
    return (await response.json()).paymentStatus === 'PAID'
  },
  answersCallback: 200,
  accepts: /DB SUCCESSFULLY UPDATED/,
}

export const APPLICATIONS: readonly PublicApplication[] = [next, medusaModule, medusaPlugin, nest, express]
