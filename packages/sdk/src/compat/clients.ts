import { type ClientCore, createClientCore } from '../core.ts'
import {
  customPay,
  type Operation,
  orderStatus,
  refund,
  refundStatus,
  sdkOrder,
  standardPay,
  transactionStatus,
} from '../operations/operations.ts'
import { forgetClient, shareClient } from '../registry.ts'
import { realPorts } from '../runtime.ts'
import { requireObject } from '../validation/fields.ts'
import { type CallbackResponse, validateCallback } from './callbacks.ts'
import type { CustomCheckoutPayRequest } from './custom-pay.ts'
import type { Env } from './enums.ts'
import { toException } from './exceptions.ts'
import { type CompatOptions, resolveOptions } from './options.ts'
import type { CreateSdkOrderRequest, RefundRequest, StandardCheckoutPayRequest } from './requests.ts'
import {
  CreateSdkOrderResponse,
  CustomCheckoutPayResponse,
  OrderStatusResponse,
  RefundResponse,
  RefundStatusResponse,
  StandardCheckoutPayResponse,
} from './responses.ts'

/** The two client classes by name: which paths they use, and how telemetry names their product. */
const PRODUCTS = {
  StandardCheckoutClient: { product: 'standard', flow: 'PG_CHECKOUT' },
  CustomCheckoutClient: { product: 'custom', flow: 'PG' },
} as const
type ClientName = keyof typeof PRODUCTS

/** What both clients have. Methods are own functions, so they can be passed around without their object. */
abstract class CheckoutClient {
  /** The environment. */
  declare readonly env: Env
  /** Whether telemetry is sent: always false outside PRODUCTION. */
  declare readonly shouldPublishEvents: boolean
  /**
   * Reads an order. `details` returns every attempt instead of the latest.
   * @throws {PhonePeException} such as `BadRequest` for an unknown order
   * @example const { state } = await client.getOrderStatus('order-42')
   */
  declare readonly getOrderStatus: (merchantOrderId: string, details?: boolean) => Promise<OrderStatusResponse>
  /**
   * Reads the order of one attempt, by the provider's `OM…` id.
   * @throws {PhonePeException} such as `BadRequest` for an unknown attempt
   * @example await client.getTransactionStatus(detail.transactionId)
   */
  declare readonly getTransactionStatus: (transactionId: string) => Promise<OrderStatusResponse>
  /**
   * Creates an order for the provider's mobile SDK.
   * @throws {PhonePeException} with an `outcome`
   * @example const { token } = await client.createSdkOrder(request)
   */
  declare readonly createSdkOrder: (sdkRequest: CreateSdkOrderRequest) => Promise<CreateSdkOrderResponse>
  /**
   * Refunds an order in whole or in part.
   * @throws {PhonePeException} with an `outcome`; after `unknown` read the refund's status first
   * @example await client.refund(RefundRequest.builder().merchantRefundId('r-1').originalMerchantOrderId('order-42').amount(100).build())
   */
  declare readonly refund: (refundRequest: RefundRequest) => Promise<RefundResponse>
  /**
   * Reads a refund by your id.
   * @throws {PhonePeException} such as `BadRequest` for an unknown refund
   * @example const { state } = await client.getRefundStatus('r-1')
   */
  declare readonly getRefundStatus: (refundId: string) => Promise<RefundStatusResponse>
  /**
   * Authenticates a callback by username and password and parses it. The body is not signed: read the order's status before you fulfil.
   * @throws {PhonePeException} `Invalid Callback`, 417, with the reason in `data`
   * @example const { event, payload } = client.validateCallback(username, password, request.headers.authorization, rawBody)
   */
  declare readonly validateCallback: (
    username: string,
    password: string,
    authorization: string,
    responseBody: string | Uint8Array,
  ) => CallbackResponse
  /** Sends the queued telemetry. Not in the official package. @example await client.flush() */
  declare readonly flush: () => Promise<void>
  /**
   * Sends the queued telemetry and closes connections; the next `getInstance` creates a new client. Not in the official package.
   * @example await client.close()
   */
  declare readonly close: () => Promise<void>
}

/** Makes a call and returns the response as an instance of its class. */
type Call = <Response extends object>(
  create: () => Operation,
  responseClass: abstract new () => Response,
) => Promise<Response>

/** Adds the shared methods to a client. A function, so that the core does not appear in the public types. */
function addMethods(client: CheckoutClient, name: ClientName, core: ClientCore): Call {
  const { product, flow } = PRODUCTS[name]
  const call: Call = async (create, responseClass) => {
    try {
      return Object.setPrototypeOf(await core.send({ ...create(), flow }), responseClass.prototype)
    } catch (error) {
      throw toException(error)
    }
  }
  const methods: CheckoutClient = {
    env: core.options.environment,
    shouldPublishEvents: core.options.telemetry,
    getOrderStatus: (merchantOrderId, details) =>
      call(() => orderStatus(product, merchantOrderId, details), OrderStatusResponse),
    getTransactionStatus: (transactionId) => call(() => transactionStatus(product, transactionId), OrderStatusResponse),
    createSdkOrder: (request) => call(() => sdkOrder(`${product}SdkOrder`, toBody(request)), CreateSdkOrderResponse),
    refund: (request) => call(() => refund(toBody(request)), RefundResponse),
    getRefundStatus: (refundId) => call(() => refundStatus(refundId), RefundStatusResponse),
    validateCallback,
    flush: core.flush,
    close: () => {
      forgetClient(name, client)
      return core.close()
    },
  }
  Object.assign(client, methods)
  return call
}

/** A request already has the shape of its body; the operation validates its fields. */
function toBody<Body extends object>(request: object): Body {
  const body: { paymentFlow?: unknown } = requireObject(request, 'request')
  if ('merchantOrderId' in body) requireObject(body.paymentFlow, 'paymentFlow')
  return body as Body
}

/** Payments on the provider's hosted page. */
export class StandardCheckoutClient extends CheckoutClient {
  /**
   * Creates an order and returns the URL of its payment page.
   * @throws {PhonePeException} with an `outcome`; after `unknown` read the order's status first
   * @example
   * const request = StandardCheckoutPayRequest.builder().merchantOrderId('order-42').amount(49900).build()
   * const { redirectUrl } = await client.pay(request)
   */
  readonly pay: (payRequest: StandardCheckoutPayRequest) => Promise<StandardCheckoutPayResponse>

  private constructor(core: ClientCore) {
    super()
    const call = addMethods(this, 'StandardCheckoutClient', core)
    this.pay = (request) => call(() => standardPay(toBody(request)), StandardCheckoutPayResponse)
  }

  /**
   * The one client of this kind in the process. `options`, which the official package lacks, apply when it is created.
   * @param publish sends telemetry, in PRODUCTION only. @default true
   * @throws {PhonePeException} when it exists with other credentials
   * @example const client = StandardCheckoutClient.getInstance(clientId, clientSecret, 1, Env.SANDBOX)
   */
  static getInstance(
    clientId: string,
    clientSecret: string,
    clientVersion: number | string,
    environment: Env,
    publish = true,
    options: CompatOptions = {},
  ): StandardCheckoutClient {
    const credentials = { clientId, clientSecret, clientVersion, environment }
    const create = (core: ClientCore) => new StandardCheckoutClient(core)
    return sharedClient('StandardCheckoutClient', credentials, publish, options, create)
  }
}

/** Payments on your own page, in a payment mode that you choose. */
export class CustomCheckoutClient extends CheckoutClient {
  /**
   * Starts a payment.
   * @throws {PhonePeException} with an `outcome`; after `unknown` read the order's status first
   * @example
   * const request = CustomCheckoutPayRequest.UpiQrRequestBuilder().merchantOrderId('order-42').amount(49900).build()
   * const { intentUrl } = await client.pay(request)
   */
  readonly pay: (payRequest: CustomCheckoutPayRequest) => Promise<CustomCheckoutPayResponse>

  private constructor(core: ClientCore) {
    super()
    const call = addMethods(this, 'CustomCheckoutClient', core)
    this.pay = (request) =>
      call(() => {
        const { deviceOS, ...body } = request
        return customPay(toBody(body), deviceOS)
      }, CustomCheckoutPayResponse)
  }

  /**
   * The one client of this kind in the process. `options`, which the official package lacks, apply when it is created.
   * @param publish sends telemetry, in PRODUCTION only. @default true
   * @throws {PhonePeException} when it exists with other credentials
   * @example const client = CustomCheckoutClient.getInstance(clientId, clientSecret, 1, Env.SANDBOX)
   */
  static getInstance(
    clientId: string,
    clientSecret: string,
    clientVersion: number | string,
    environment: Env,
    publish = true,
    options: CompatOptions = {},
  ): CustomCheckoutClient {
    const credentials = { clientId, clientSecret, clientVersion, environment }
    const create = (core: ClientCore) => new CustomCheckoutClient(core)
    return sharedClient('CustomCheckoutClient', credentials, publish, options, create)
  }
}

interface Credentials {
  readonly clientId: string
  readonly clientSecret: string
  readonly clientVersion: number | string
  readonly environment: Env
}

/** One client of each kind in a process: the same for the same arguments, an exception for others. */
function sharedClient<Client>(
  name: ClientName,
  credentials: Credentials,
  publish: boolean,
  options: CompatOptions,
  create: (core: ClientCore) => Client,
): Client {
  const { clientId, clientSecret, clientVersion, environment } = credentials
  const isProduction = environment === 'PRODUCTION'
  const telemetry = publish && isProduction
  try {
    return shareClient(name, [clientId, clientSecret, clientVersion, environment, telemetry], () => {
      const ports = realPorts()
      const resolved = resolveOptions(options)
      if (resolved.hosts !== undefined && isProduction) {
        ports.warn(`${name} has the environment PRODUCTION but calls other hosts than the provider's`)
      }
      return create(createClientCore({ ...resolved, ...credentials, telemetry }, ports, [PRODUCTS[name].flow]))
    })
  } catch (error) {
    throw toException(error)
  }
}
