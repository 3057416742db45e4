import { type ClientCore, createClientCore } from '../core.ts'
import { isGallaError } from '../errors/galla-error.ts'
import {
  type Checks,
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
import { invalidRequest, requireObject } from '../validation/fields.ts'
import { type CallbackResponse, validateCallback } from './callbacks.ts'
import type { CustomCheckoutPayRequest } from './custom-pay.ts'
import type { Env } from './enums.ts'
import { RESTART, toException } from './exceptions.ts'
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

/** The members of both clients. Methods are own functions, so you can pass a method without the client. */
abstract class CheckoutClient {
  /** The environment as given. An unknown name uses the hosts of the sandbox. */
  declare readonly env: Env
  /** True when telemetry is sent. Always false outside PRODUCTION. */
  declare readonly shouldPublishEvents: boolean
  /**
   * Reads an order. `details` returns every attempt instead of the latest.
   * @throws {PhonePeException} such as `BadRequest` for an unknown order
   * @example const { state } = await client.getOrderStatus('order-42')
   */
  declare getOrderStatus: (merchantOrderId: string, details?: boolean) => Promise<OrderStatusResponse>
  /**
   * Reads the order of one attempt, by the provider's `OM…` id.
   * @throws {PhonePeException} such as `BadRequest` for an unknown attempt
   * @example await client.getTransactionStatus(detail.transactionId)
   */
  declare getTransactionStatus: (transactionId: string) => Promise<OrderStatusResponse>
  /**
   * Creates an order for the provider's mobile SDK.
   * @throws {PhonePeException} with an `outcome`
   * @example const { token } = await client.createSdkOrder(request)
   */
  declare createSdkOrder: (sdkRequest: CreateSdkOrderRequest) => Promise<CreateSdkOrderResponse>
  /**
   * Refunds an order in whole or in part.
   * @throws {PhonePeException} with an `outcome`; after `unknown` read the refund's status first
   * @example await client.refund(RefundRequest.builder().merchantRefundId('r-1').originalMerchantOrderId('order-42').amount(100).build())
   */
  declare refund: (refundRequest: RefundRequest) => Promise<RefundResponse>
  /**
   * Reads a refund by your id.
   * @throws {PhonePeException} such as `BadRequest` for an unknown refund
   * @example const { state } = await client.getRefundStatus('r-1')
   */
  declare getRefundStatus: (refundId: string) => Promise<RefundStatusResponse>
  /**
   * Authenticates and parses a callback with username and password. The body is not signed: read the order's status before you fulfil.
   * @throws {PhonePeException} `Invalid Callback`, 417, with the reason in `data`
   * @example const { event, payload } = client.validateCallback(username, password, request.headers.authorization, rawBody)
   */
  declare validateCallback: (
    username: string,
    password: string,
    authorization: string,
    responseBody: string | Uint8Array,
  ) => CallbackResponse
  /** Sends the queued telemetry. Not in the official package. @example await client.flush() */
  declare readonly flush: () => Promise<void>
  /**
   * Sends the queued telemetry and closes connections. The next `getInstance` creates a new client. Not in the official package.
   * @example await client.close()
   */
  declare readonly close: () => Promise<void>
}

/** A client's core, and what the official API has no name for. */
interface ClientInternals {
  readonly core: ClientCore
  readonly env: Env
  readonly checks: Checks
  /** The credential that is missing: every call is refused. */
  readonly missing: string | undefined
}

/** Makes a call and returns the response as an instance of its class. */
type Call = <Response extends object>(
  create: (checks: Checks) => Operation,
  responseClass: abstract new () => Response,
) => Promise<Response>

/** Adds the shared methods to a client. A function, so that the core does not appear in the public types. */
function addMethods(client: CheckoutClient, name: ClientName, { core, env, checks, missing }: ClientInternals): Call {
  const { product, flow } = PRODUCTS[name]
  const call: Call = async (create, responseClass) => {
    let operation: Operation | undefined
    try {
      operation = { ...create('unchecked'), flow }
      if (missing) throw invalidRequest(missing, `is missing: pass it to ${name}.getInstance`)
      if (checks === 'checked') create(checks)
      return Object.setPrototypeOf(await core.send(operation), responseClass.prototype)
    } catch (error) {
      // What the official package sends and reports as refused, telemetry reports here too.
      if (operation && isGallaError(error) && error.kind === 'invalid-request') core.reportRefusal(operation, error)
      throw toException(error)
    }
  }
  const methods: CheckoutClient = {
    env,
    shouldPublishEvents: core.options.telemetry,
    getOrderStatus: (merchantOrderId, details = false) =>
      call((how) => orderStatus(product, merchantOrderId, String(details), false, how), OrderStatusResponse),
    getTransactionStatus: (transactionId) =>
      call((how) => transactionStatus(product, transactionId, false, how), OrderStatusResponse),
    createSdkOrder: (request) =>
      call((how) => sdkOrder(`${product}SdkOrder`, toBody(request, how), how), CreateSdkOrderResponse),
    refund: (request) => call((how) => refund(toBody(request, how), how), RefundResponse),
    getRefundStatus: (refundId) => call((how) => refundStatus(refundId, how), RefundStatusResponse),
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

/** A request already has the shape of its body. */
function toBody<Body extends object>(request: object, checks: Checks): Body {
  const body: { paymentFlow?: unknown } = requireObject(request, 'request')
  if (checks === 'checked' && 'merchantOrderId' in body) requireObject(body.paymentFlow, 'paymentFlow')
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
  pay: (payRequest: StandardCheckoutPayRequest) => Promise<StandardCheckoutPayResponse>

  // JavaScript reaches it, as in the official package: a client that is not shared.
  private constructor(...given: ConstructorArguments) {
    super()
    const call = addMethods(this, 'StandardCheckoutClient', internalsOf('StandardCheckoutClient', given))
    this.pay = (request) => call((how) => standardPay(toBody(request, how), how), StandardCheckoutPayResponse)
  }

  /**
   * Returns the one client of this kind in the process. `options`, which the official package lacks, apply to a new client.
   * @param publish sends telemetry, in PRODUCTION only. @default true
   * @throws {PhonePeException} when the client exists with other credentials
   * @example const client = StandardCheckoutClient.getInstance(clientId, clientSecret, 1, Env.SANDBOX)
   */
  static getInstance(
    clientId: string,
    clientSecret: string,
    clientVersion: number | string,
    environment: Env | `${Env}`,
    publish = true,
    options: CompatOptions = {},
  ): StandardCheckoutClient {
    const credentials = { clientId, clientSecret, clientVersion, environment }
    const create = (internals: ClientInternals) => new StandardCheckoutClient(internals)
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
  pay: (payRequest: CustomCheckoutPayRequest) => Promise<CustomCheckoutPayResponse>

  // JavaScript reaches it, as in the official package: a client that is not shared.
  private constructor(...given: ConstructorArguments) {
    super()
    const call = addMethods(this, 'CustomCheckoutClient', internalsOf('CustomCheckoutClient', given))
    this.pay = (request) =>
      call((how) => {
        const { deviceOS, ...body } = requireObject(request, 'request') as CustomCheckoutPayRequest
        return customPay(toBody(body, how), deviceOS, how)
      }, CustomCheckoutPayResponse)
  }

  /**
   * Returns the one client of this kind in the process. `options`, which the official package lacks, apply to a new client.
   * @param publish sends telemetry, in PRODUCTION only. @default true
   * @throws {PhonePeException} when the client exists with other credentials
   * @example const client = CustomCheckoutClient.getInstance(clientId, clientSecret, 1, Env.SANDBOX)
   */
  static getInstance(
    clientId: string,
    clientSecret: string,
    clientVersion: number | string,
    environment: Env | `${Env}`,
    publish = true,
    options: CompatOptions = {},
  ): CustomCheckoutClient {
    const credentials = { clientId, clientSecret, clientVersion, environment }
    const create = (internals: ClientInternals) => new CustomCheckoutClient(internals)
    return sharedClient('CustomCheckoutClient', credentials, publish, options, create)
  }
}

interface Credentials {
  readonly clientId: string
  readonly clientSecret: string
  readonly clientVersion: number | string
  readonly environment: Env | `${Env}`
}

/** Stands for a credential that is missing; it is never sent, since every call is refused. */
const PLACEHOLDER = 'missing'

/** The arguments of `getInstance`; JavaScript passes the same arguments to `new`. */
type ConstructorArguments =
  | [ClientInternals]
  | [clientId: string, clientSecret: string, clientVersion: number | string, environment: Env, publish?: boolean]

function internalsOf(name: ClientName, given: ConstructorArguments): ClientInternals {
  const [first] = given
  if (typeof first === 'object' && first !== null) return first
  const [clientId, clientSecret = '', clientVersion = '', environment, publish = true] = given as Exclude<
    ConstructorArguments,
    [ClientInternals]
  >
  try {
    return openInternals(name, { clientId, clientSecret, clientVersion, environment }, publish, {})
  } catch (error) {
    throw toException(error)
  }
}

/** One client of each kind in a process: the same for the same arguments, an exception for others. */
function sharedClient<Client>(
  name: ClientName,
  credentials: Credentials,
  publish: boolean,
  options: CompatOptions,
  create: (internals: ClientInternals) => Client,
): Client {
  const { clientId, clientSecret, clientVersion, environment } = credentials
  const telemetry = publish && environment === 'PRODUCTION'
  try {
    return shareClient(name, [clientId, clientSecret, clientVersion, environment, telemetry], () =>
      create(openInternals(name, credentials, publish, options)),
    )
  } catch (error) {
    if (isGallaError(error) && error.kind === 're-initialize') realPorts().warn(`${error.message}. ${RESTART}`)
    throw toException(error)
  }
}

/** Without credentials a client is created with a warning, since programs are built and started where no call is made. */
function openInternals(
  name: ClientName,
  credentials: Credentials,
  publish: boolean,
  options: CompatOptions,
): ClientInternals {
  const { clientId, clientSecret, clientVersion, environment } = credentials
  const isProduction = environment === 'PRODUCTION'
  const missing = (['clientId', 'clientSecret', 'clientVersion'] as const).find((field) =>
    isMissing(credentials[field]),
  )
  const ports = realPorts()
  const { validation, ...resolved } = resolveOptions(options)
  if (resolved.hosts !== undefined && isProduction) {
    ports.warn(`${name} has the environment PRODUCTION but calls other hosts than the provider's`)
  }
  if (missing) ports.warn(`${name} has no ${missing}: its calls will be refused`)
  const config = {
    ...resolved,
    clientId: missing ? PLACEHOLDER : clientId,
    clientSecret: missing ? PLACEHOLDER : clientSecret,
    clientVersion: missing ? PLACEHOLDER : clientVersion,
    environment,
    telemetry: publish && isProduction && !missing,
  }
  const core = createClientCore(config, ports, [PRODUCTS[name].flow])
  return { core, env: environment as Env, checks: validation === 'strict' ? 'checked' : 'unchecked', missing }
}

function isMissing(value: unknown): boolean {
  return value === undefined || value === null || String(value).trim() === ''
}
