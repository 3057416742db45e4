/**
 * The ways in which public applications use the official package: services of Express, Nest and Next applications, plugins of
 * shops, tests with hand-made responses. Written from what they do; no line is copied.
 */
export const PATTERNS = `
import * as everything from 'OFFICIAL_PACKAGE'
import {
  AccountConstraint,
  BadRequest,
  CallbackResponse,
  CallbackType,
  CardPaymentV2Instrument,
  CardPayRequestBuilder,
  CustomCheckoutClient,
  CustomCheckoutPayRequest,
  DeviceContext,
  Env,
  EnvConfig,
  HttpMethodType,
  InstrumentCombo,
  MetaInfo,
  NewCardDetails,
  OrderStatusResponse,
  PaymentDetail,
  PaymentFlowType,
  PaymentInstrumentType,
  PaymentRailType,
  PgPaymentFlow,
  PgV2InstrumentType,
  PhonePeException,
  RefundRequest,
  StandardCheckoutClient,
  StandardCheckoutPayRequest,
  UpiPaymentRail,
  UpiQrPaymentV2Instrument,
} from 'OFFICIAL_PACKAGE'

// An environment that is decided at run time, in a variable.
export function environmentOf(mode: string | undefined): Env {
  let environment = Env.SANDBOX
  if (mode === 'live') environment = Env.PRODUCTION
  return environment
}
export const chosen: Env = (mode => (mode === 'live' ? Env.PRODUCTION : Env.SANDBOX))(String('test'))
export const live: Env.PRODUCTION = Env.PRODUCTION
export const byName: Env = Env['PRODUCTION' as keyof typeof Env]
export const environments: Env[] = Object.values(Env)
export const hostOf: Record<Env, string> = {
  [Env.SANDBOX]: EnvConfig.getBaseUrls(Env.SANDBOX).pgHostUrl,
  [Env.PRODUCTION]: EnvConfig.getBaseUrls(Env.PRODUCTION).pgHostUrl,
}

// Enum values in sets, maps and switches.
const PAID = new Set([CallbackType.CHECKOUT_ORDER_COMPLETED, CallbackType.PG_ORDER_COMPLETED])
const FAILED = [CallbackType.CHECKOUT_ORDER_FAILED, CallbackType.PG_ORDER_FAILED]
const NAMES = new Map([[PgV2InstrumentType.UPI_QR, 'QR code'], [PgV2InstrumentType.CARD, 'Card']])
export function kindOf(type: CallbackType): string {
  if (PAID.has(type)) return 'paid'
  if (FAILED.includes(type)) return 'failed'
  switch (type) {
    case CallbackType.PG_REFUND_ACCEPTED:
    case CallbackType.PG_REFUND_COMPLETED:
      return 'refund'
    case CallbackType.PG_REFUND_FAILED:
      return 'refund failed'
    default:
      return 'other'
  }
}
export const modeName = (detail: PaymentDetail): string => NAMES.get(detail.paymentMode) ?? 'other'
export const isGet = (method: HttpMethodType): boolean => method === HttpMethodType.GET
export const methodName: string = HttpMethodType[0]
export let flow = PaymentFlowType.PG
flow = PaymentFlowType.PG_CHECKOUT

// Rails and instruments by their type.
export function reference(detail: PaymentDetail): string | undefined {
  const parts: InstrumentCombo[] = detail.splitInstruments ?? []
  for (const { rail } of parts) if (rail.type === PaymentRailType.UPI) return (rail as UpiPaymentRail).utr
  return detail.instrument?.type === PaymentInstrumentType.ACCOUNT ? 'account' : undefined
}

// A service that wraps the client, with settings that may be missing.
export interface Settings {
  clientId?: string
  clientSecret?: string
  clientVersion?: number | string
  env?: string
}
export class PaymentService {
  private client: StandardCheckoutClient
  private custom?: CustomCheckoutClient

  constructor(private readonly settings: Settings) {
    this.client = StandardCheckoutClient.getInstance(
      settings.clientId!,
      settings.clientSecret!,
      Number(settings.clientVersion ?? 1),
      settings.env === 'production' ? Env.PRODUCTION : Env.SANDBOX,
    )
  }

  async create(merchantOrderId: string, rupees: number, redirectUrl: string) {
    const builder = StandardCheckoutPayRequest.builder().merchantOrderId(merchantOrderId).amount(rupees * 100)
    builder.redirectUrl(redirectUrl)
    const metaInfo = MetaInfo.builder().udf1(merchantOrderId).udf2(this.settings.env ?? '').build()
    const { redirectUrl: page, orderId, state } = await this.client.pay(builder.metaInfo(metaInfo).build())
    return { page, orderId, state }
  }

  async card(merchantOrderId: string): Promise<string | undefined> {
    this.custom = CustomCheckoutClient.getInstance('id', 'secret', 1, Env.SANDBOX, false)
    const builder: CardPayRequestBuilder = CustomCheckoutPayRequest.CardPayRequestBuilder()
    const request = builder
      .merchantOrderId(merchantOrderId)
      .amount(100)
      .encryptionKeyId(1)
      .encryptedCardNumber('x')
      .encryptedCvv('y')
      .expiryMonth('1')
      .expiryYear('30')
      .build()
    const own = new CustomCheckoutPayRequest('o', 100, new PgPaymentFlow(new UpiQrPaymentV2Instrument()))
    await this.custom.pay(own)
    return (await this.custom.pay(request)).redirectUrl
  }

  async state(merchantOrderId: string): Promise<string> {
    const order: OrderStatusResponse = await this.client.getOrderStatus(merchantOrderId)
    let state = order.state
    if (state !== 'COMPLETED' && state !== 'FAILED') state = 'WAITING'
    return state
  }

  async refund(merchantRefundId: string, originalMerchantOrderId: string, amount: number) {
    const request = new RefundRequest(merchantRefundId, originalMerchantOrderId, amount)
    const { refundId, state } = await this.client.refund(request)
    return { refundId, state: state as 'PENDING' | 'COMPLETED' | 'FAILED' }
  }

  callback(headers: Record<string, string | undefined>, body: string): CallbackResponse | undefined {
    try {
      const response = this.client.validateCallback('user', 'password', headers.authorization as string, body)
      const { type, payload } = response
      return kindOf(type) === 'paid' && payload.state === 'COMPLETED' ? response : undefined
    } catch (e: any) {
      if (e instanceof PhonePeException && e.httpStatusCode === 417) return undefined
      throw new GatewayFailure(e.message, e.httpStatusCode)
    }
  }
}

// Exceptions of the application's own.
export class GatewayFailure extends PhonePeException {
  readonly origin = 'gateway'
}
export class Declined extends BadRequest {
  constructor(readonly reason: string) {
    super(reason, 400)
  }
}
export const describe = (error: unknown): string =>
  error instanceof PhonePeException
    ? [error.type, error.code, error.httpStatusCode, JSON.stringify(error.data)].join(' ')
    : String(error)

// Responses that tests make by hand.
export const fake: OrderStatusResponse = {
  orderId: 'OMO1',
  state: 'COMPLETED',
  amount: 100,
  expireAt: 1,
  paymentDetails: [
    {
      transactionId: 'OM1',
      paymentMode: PgV2InstrumentType.UPI_QR,
      timestamp: 1,
      amount: 100,
      state: 'COMPLETED',
      rail: { type: PaymentRailType.UPI, utr: '1', upiTransactionId: '2', vpa: 'a@b' },
    },
  ],
}
export const client: Pick<StandardCheckoutClient, 'getOrderStatus'> = { getOrderStatus: async () => fake }
export const exported: typeof everything.StandardCheckoutClient = everything.StandardCheckoutClient

// Methods that a test replaces, or that are passed around without their client.
export function stubbed(target: StandardCheckoutClient): () => Promise<OrderStatusResponse> {
  target.getOrderStatus = async () => fake
  const { getOrderStatus } = target
  return () => getOrderStatus('order-1')
}

// Setters of optional values without a value, requests as plain bodies, and parts that are written by hand.
export const device = DeviceContext.builder().deviceOS().merchantCallBackScheme().build()
export const card: CardPaymentV2Instrument = {
  type: PgV2InstrumentType.CARD,
  cardDetails: NewCardDetails.builder().encryptionKeyId(1).cardHolderName().build(),
}
export const qr: PgPaymentFlow = { type: PaymentFlowType.PG, paymentMode: new UpiQrPaymentV2Instrument() }
qr.type = PaymentFlowType.PG
qr.paymentMode.type = PgV2InstrumentType.UPI_QR
qr.paymentMode.constraints = [new AccountConstraint('420001001', 'ICIC0000041')]
export const bodyOf = (request: CustomCheckoutPayRequest): number => request.toJSON().amount
`

/** Narrowing that only this package's types can do: a rail or instrument is known by its type, and a state by its value. */
export const NARROWING = `
import { OrderStatusResponse, PaymentDetail, PaymentRailType } from '@galla/sdk/compat'

export function utr({ rail, instrument }: PaymentDetail): string | undefined {
  if (rail?.type === 'UPI') return rail.utr
  if (rail?.type === PaymentRailType.PG) return rail.authorizationCode
  return instrument?.type === 'ACCOUNT' ? instrument.maskedAccountNumber : undefined
}
export function stateOf({ state }: OrderStatusResponse): 'PENDING' | 'COMPLETED' | 'FAILED' | undefined {
  return state === 'COMPLETED' || state === 'FAILED' || state === 'PENDING' ? state : undefined
}
`

/** Fields that the provider always demands have no default: a setter without a value, or with a value that may be missing, does not compile. */
export const DEMANDED = `
import {
  AccountConstraint,
  CreateSdkOrderRequest,
  CustomCheckoutPayRequest,
  NewCardDetails,
  RefundRequest,
  StandardCheckoutPayRequest,
  TokenDetails,
  UpiCollectPayViaPhoneNumberRequestBuilder,
  VpaCollectPaymentDetails,
} from 'OFFICIAL_PACKAGE'

export function demanded(id: string | undefined, amount: number | undefined): unknown[] {
  return [
    // @ts-expect-error an id that may be missing
    StandardCheckoutPayRequest.builder().merchantOrderId(id),
    // @ts-expect-error no amount
    StandardCheckoutPayRequest.builder().amount(),
    // @ts-expect-error an amount that may be missing
    CreateSdkOrderRequest.StandardCheckoutBuilder().amount(amount),
    // @ts-expect-error an id that may be missing
    CreateSdkOrderRequest.CustomCheckoutBuilder().merchantOrderId(id),
    // @ts-expect-error an id that may be missing
    RefundRequest.builder().merchantRefundId(id),
    // @ts-expect-error an id that may be missing
    RefundRequest.builder().originalMerchantOrderId(id),
    // @ts-expect-error an amount is a number
    RefundRequest.builder().amount('100'),
    // @ts-expect-error a UPI id that may be missing
    CustomCheckoutPayRequest.UpiCollectPayViaVpaRequestBuilder().vpa(id),
    // @ts-expect-error no phone number
    new UpiCollectPayViaPhoneNumberRequestBuilder().phoneNumber(),
    // @ts-expect-error a bank that may be missing
    CustomCheckoutPayRequest.NetBankingPayRequestBuilder().bankId(id),
    // @ts-expect-error no card
    CustomCheckoutPayRequest.CardPayRequestBuilder().encryptedCardNumber(),
    // @ts-expect-error a token that may be missing
    CustomCheckoutPayRequest.TokenPayRequestBuilder().encryptedToken(id),
    // @ts-expect-error no key
    NewCardDetails.builder().encryptionKeyId(),
    // @ts-expect-error no expiry
    TokenDetails.builder().expiry(),
    // @ts-expect-error a UPI id that may be missing
    VpaCollectPaymentDetails.builder().vpa(id),
    // @ts-expect-error an account that may be missing
    AccountConstraint.builder().accountNumber(id),
    // @ts-expect-error a refund without an amount
    new RefundRequest('r-1', 'o-1'),
    // @ts-expect-error an order without an amount
    new StandardCheckoutPayRequest('o-1'),
  ]
}
`
