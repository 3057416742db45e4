import { CardPayRequestBuilder } from '../builders/card-pay.ts'
import { NetBankingPayRequestBuilder } from '../builders/net-banking-pay.ts'
import { TokenPayRequestBuilder } from '../builders/token-pay.ts'
import { UpiCollectPayViaPhoneNumberRequestBuilder } from '../builders/upi-collect-phone-number.ts'
import { UpiCollectPayViaVpaRequestBuilder } from '../builders/upi-collect-vpa.ts'
import { UpiIntentPayRequestBuilder } from '../builders/upi-intent.ts'
import { UpiQrRequestBuilder } from '../builders/upi-qr.ts'
import type { InstrumentConstraint } from './constraints.ts'
import type { DeviceContext } from './device-context.ts'
import type { MetaInfo } from './meta-info.ts'
import type { PaymentFlow } from './payment-flow.ts'

/** The body of `POST /payments/v2/pay`. `deviceOS` leaves as the header `x-device-os`, not in the body. */
export class CustomCheckoutPayRequest {
  declare merchantOrderId: string
  /** Paise. */
  declare amount: number
  declare paymentFlow: PaymentFlow
  declare metaInfo?: MetaInfo | undefined
  declare constraints?: InstrumentConstraint[] | undefined
  declare deviceContext?: DeviceContext | undefined
  /** Seconds. */
  declare expireAfter?: number | undefined
  declare deviceOS?: string | undefined

  constructor(
    merchantOrderId: string,
    amount: number,
    paymentFlow: PaymentFlow,
    expireAfter?: number,
    metaInfo?: MetaInfo,
    constraints?: InstrumentConstraint[],
    deviceContext?: DeviceContext,
    deviceOS?: string,
  ) {
    const order = { merchantOrderId, amount, paymentFlow, metaInfo, constraints, deviceContext, expireAfter, deviceOS }
    Object.assign(this, order)
  }

  toJSON(): object {
    const { deviceOS: _header, ...body } = this
    return body
  }

  static UpiIntentPayRequestBuilder(): UpiIntentPayRequestBuilder {
    return new UpiIntentPayRequestBuilder()
  }

  static UpiCollectPayViaVpaRequestBuilder(): UpiCollectPayViaVpaRequestBuilder {
    return new UpiCollectPayViaVpaRequestBuilder()
  }

  /** Not in the official package, where this builder is found by its class alone. */
  static UpiCollectPayViaPhoneNumberRequestBuilder(): UpiCollectPayViaPhoneNumberRequestBuilder {
    return new UpiCollectPayViaPhoneNumberRequestBuilder()
  }

  static UpiQrRequestBuilder(): UpiQrRequestBuilder {
    return new UpiQrRequestBuilder()
  }

  static NetBankingPayRequestBuilder(): NetBankingPayRequestBuilder {
    return new NetBankingPayRequestBuilder()
  }

  static TokenPayRequestBuilder(): TokenPayRequestBuilder {
    return new TokenPayRequestBuilder()
  }

  static CardPayRequestBuilder(): CardPayRequestBuilder {
    return new CardPayRequestBuilder()
  }
}
