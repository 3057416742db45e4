/** Merchant code that uses every part of the official API as its documentation shows. */
export const SAMPLE = `
import {
  AccountConstraint,
  BadRequest,
  BillingAddress,
  CallbackResponse,
  CallbackType,
  ClientError,
  CreateSdkOrderRequest,
  CreateSdkOrderResponse,
  CustomCheckoutClient,
  CustomCheckoutPayRequest,
  CustomCheckoutPayResponse,
  DeviceContext,
  Env,
  MetaInfo,
  OrderStatusResponse,
  PaymentDetail,
  PgV2InstrumentType,
  PhonePeException,
  PrefillUserLoginDetails,
  RefundRequest,
  RefundResponse,
  RefundStatusResponse,
  ServerError,
  StandardCheckoutClient,
  StandardCheckoutPayRequest,
  StandardCheckoutPayResponse,
  UpiCollectPayViaPhoneNumberRequestBuilder,
} from 'OFFICIAL_PACKAGE'

class Payments {
  private readonly client: StandardCheckoutClient
  private readonly custom: CustomCheckoutClient

  constructor(env: Env) {
    this.client = StandardCheckoutClient.getInstance('id', 'secret', 1, env)
    this.custom = CustomCheckoutClient.getInstance('id', 'secret', 1, env, false)
  }

  async checkout(merchantOrderId: string, amount: number): Promise<string> {
    const metaInfo: MetaInfo = MetaInfo.builder().udf1('cart-7').udf15('shop_1').build()
    const request: StandardCheckoutPayRequest = StandardCheckoutPayRequest.builder()
      .merchantOrderId(merchantOrderId)
      .amount(amount)
      .metaInfo(metaInfo)
      .message('Two teas')
      .redirectUrl('https://shop.example/thanks')
      .expireAfter(900)
      .disablePaymentRetry(true)
      .prefillUserLoginDetails(PrefillUserLoginDetails.builder().phoneNumber('9000000001').build())
      .build()
    const response: StandardCheckoutPayResponse = await this.client.pay(request)
    return response.redirectUrl
  }

  async status(merchantOrderId: string): Promise<{ paid: boolean; utr: string | undefined }> {
    const response: OrderStatusResponse = await this.client.getOrderStatus(merchantOrderId, true)
    const latest: PaymentDetail | undefined = response.paymentDetails[0]
    const rail = latest?.rail
    const utr = rail && 'utr' in rail ? rail.utr : undefined
    return { paid: response.state === 'COMPLETED' && latest?.paymentMode === PgV2InstrumentType.UPI_QR, utr }
  }

  async refund(): Promise<string[]> {
    const request = RefundRequest.builder()
      .merchantRefundId('refund-1')
      .originalMerchantOrderId('order-1')
      .amount(100)
      .build()
    const refund: RefundResponse = await this.client.refund(request)
    const status: RefundStatusResponse = await this.client.getRefundStatus('refund-1')
    const attempt = await this.custom.getTransactionStatus('OM1')
    return [refund.state, status.state, attempt.state]
  }

  async mobile(): Promise<string[]> {
    const standard = CreateSdkOrderRequest.StandardCheckoutBuilder()
      .merchantOrderId('order-1')
      .amount(100)
      .redirectUrl('https://shop.example/thanks')
      .build()
    const constraints = [AccountConstraint.builder().accountNumber('000111222333').ifsc('ICIC0000001').build()]
    const own = CreateSdkOrderRequest.CustomCheckoutBuilder()
      .merchantOrderId('order-1')
      .amount(100)
      .constraints(constraints)
      .build()
    const order: CreateSdkOrderResponse = await this.client.createSdkOrder(standard)
    return [order.token, (await this.custom.createSdkOrder(own)).token]
  }

  async instruments(): Promise<(string | undefined)[]> {
    const order = { id: 'order-1', amount: 100 }
    const requests: CustomCheckoutPayRequest[] = [
      CustomCheckoutPayRequest.UpiQrRequestBuilder().merchantOrderId(order.id).amount(order.amount).build(),
      CustomCheckoutPayRequest.UpiIntentPayRequestBuilder()
        .merchantOrderId(order.id)
        .amount(order.amount)
        .deviceOS('IOS')
        .merchantCallBackScheme('shop')
        .targetApp('PHONEPE')
        .build(),
      CustomCheckoutPayRequest.UpiCollectPayViaVpaRequestBuilder()
        .merchantOrderId(order.id)
        .amount(order.amount)
        .vpa('payer@bank')
        .message('Two teas')
        .deviceOS('iOS')
        .build(),
      new UpiCollectPayViaPhoneNumberRequestBuilder()
        .merchantOrderId(order.id)
        .amount(order.amount)
        .phoneNumber('9000000001')
        .build(),
      CustomCheckoutPayRequest.NetBankingPayRequestBuilder()
        .merchantOrderId(order.id)
        .amount(order.amount)
        .bankId('ICIC')
        .merchantUserId('user-1')
        .redirectUrl('https://shop.example/thanks')
        .build(),
      CustomCheckoutPayRequest.CardPayRequestBuilder()
        .merchantOrderId(order.id)
        .amount(order.amount)
        .encryptedCardNumber('encrypted+pan')
        .encryptedCvv('encrypted+cvv')
        .encryptionKeyId(1)
        .expiryMonth('06')
        .expiryYear('2030')
        .authMode('3DS')
        .cardHolderName('A Tester')
        .savedCard(true)
        .redirectUrl('https://shop.example/thanks')
        .build(),
      CustomCheckoutPayRequest.TokenPayRequestBuilder()
        .merchantOrderId(order.id)
        .amount(order.amount)
        .encryptedToken('encrypted+token')
        .encryptedCvv('encrypted+cvv')
        .encryptionKeyId(1)
        .cryptogram('cryptogram')
        .panSuffix('6667')
        .expiryMonth('06')
        .expiryYear('2030')
        .redirectUrl('https://shop.example/thanks')
        .build(),
    ]
    const context: DeviceContext = DeviceContext.builder().deviceOS('ANDROID').build()
    const address = new BillingAddress('1 Lane', undefined, 'Pune')
    const responses: CustomCheckoutPayResponse[] = await Promise.all(requests.map((one) => this.custom.pay(one)))
    return [...responses.map((one) => one.intentUrl ?? one.qrData ?? one.redirectUrl), context.deviceOS, address.city]
  }

  callback(authorization: string, body: string): string {
    const response: CallbackResponse = this.client.validateCallback('user', 'password', authorization, body)
    if (response.type === CallbackType.CHECKOUT_ORDER_COMPLETED) return response.payload.orderId
    return response.payload.merchantRefundId ?? response.payload.state
  }
}

export function handle(error: unknown): number | undefined {
  if (error instanceof BadRequest || error instanceof ServerError) return error.httpStatusCode
  if (error instanceof ClientError) console.log(error.type, error.code, error.data, error.message)
  const wrapped = new PhonePeException('own', 500)
  return error instanceof PhonePeException ? error.httpStatusCode : wrapped.httpStatusCode
}

export const payments = new Payments(Env.SANDBOX)
export const production = Env[(process.env.PAY_ENV ?? 'PRODUCTION') as keyof typeof Env]
`
