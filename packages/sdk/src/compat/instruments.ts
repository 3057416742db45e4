import { type Builder, builderOf } from './builder.ts'
import type { InstrumentConstraint } from './constraints.ts'
import { CollectPaymentDetailsType, PgV2InstrumentType } from './enums.ts'

/** A payment mode of custom checkout. */
export abstract class PaymentV2Instrument {
  /** The payment mode. */
  type: PgV2InstrumentType
  /** Bank accounts that may pay. The provider reads the accounts of the request instead. */
  declare constraints?: InstrumentConstraint[]

  constructor(type: PgV2InstrumentType) {
    this.type = type
  }
}

/** The fields that the builder of an instrument sets. */
export type InstrumentFields<Instrument> = Omit<Instrument, 'type' | 'constraints'>

/** The payer who receives a collect request. */
export abstract class CollectPaymentDetails {
  /** The way in which the request names the payer. */
  type: CollectPaymentDetailsType

  constructor(type: CollectPaymentDetailsType) {
    this.type = type
  }
}

/** A payer named by UPI id. */
export class VpaCollectPaymentDetails extends CollectPaymentDetails {
  /** UPI id, such as `asha@ybl`. */
  vpa: string

  constructor(vpa: string) {
    super(CollectPaymentDetailsType.VPA)
    this.vpa = vpa
  }

  /** A builder. @example VpaCollectPaymentDetails.builder().vpa('asha@ybl').build() */
  static builder(): Builder<Omit<VpaCollectPaymentDetails, 'type'>, VpaCollectPaymentDetails> {
    return new VpaCollectPaymentDetailsBuilder()
  }
}
const VpaCollectPaymentDetailsBuilder = builderOf<Omit<VpaCollectPaymentDetails, 'type'>, VpaCollectPaymentDetails>(
  ['vpa'],
  ({ vpa }) => new VpaCollectPaymentDetails(vpa),
)

/** A payer named by phone number. */
export class PhoneNumberCollectPaymentDetails extends CollectPaymentDetails {
  /** Ten digits. */
  phoneNumber: string

  constructor(phoneNumber: string) {
    super(CollectPaymentDetailsType.PHONE_NUMBER)
    this.phoneNumber = phoneNumber
  }

  /** A builder. @example PhoneNumberCollectPaymentDetails.builder().phoneNumber('9000000001').build() */
  static builder(): Builder<Omit<PhoneNumberCollectPaymentDetails, 'type'>, PhoneNumberCollectPaymentDetails> {
    return new PhoneNumberCollectPaymentDetailsBuilder()
  }
}
const PhoneNumberCollectPaymentDetailsBuilder = builderOf<
  Omit<PhoneNumberCollectPaymentDetails, 'type'>,
  PhoneNumberCollectPaymentDetails
>(['phoneNumber'], ({ phoneNumber }) => new PhoneNumberCollectPaymentDetails(phoneNumber))

/** A request in the payer's UPI app. */
export class CollectPaymentV2Instrument extends PaymentV2Instrument {
  /** The payer who receives the request. */
  details: CollectPaymentDetails
  /** Text that the payer sees with the request. */
  message?: string | undefined

  constructor(details: CollectPaymentDetails, message?: string) {
    super(PgV2InstrumentType.UPI_COLLECT)
    this.details = details
    this.message = message
  }

  /** A builder. @example CollectPaymentV2Instrument.builder().details(details).message('Order 42').build() */
  static builder(): Builder<InstrumentFields<CollectPaymentV2Instrument>, CollectPaymentV2Instrument> {
    return new CollectPaymentV2InstrumentBuilder()
  }
}
const CollectPaymentV2InstrumentBuilder = builderOf<
  InstrumentFields<CollectPaymentV2Instrument>,
  CollectPaymentV2Instrument
>(['details', 'message'], ({ details, message }) => new CollectPaymentV2Instrument(details, message))

/** A UPI app on the payer's device. */
export class IntentPaymentV2Instrument extends PaymentV2Instrument {
  /** Android: the app's package name. iOS: `PHONEPE`, `GPAY`, `PAYTM`, … */
  targetApp?: string | undefined

  constructor(targetApp?: string) {
    super(PgV2InstrumentType.UPI_INTENT)
    this.targetApp = targetApp
  }

  /** A builder. @example IntentPaymentV2Instrument.builder().targetApp('GPAY').build() */
  static builder(): Builder<InstrumentFields<IntentPaymentV2Instrument>, IntentPaymentV2Instrument> {
    return new IntentPaymentV2InstrumentBuilder()
  }
}
const IntentPaymentV2InstrumentBuilder = builderOf<
  InstrumentFields<IntentPaymentV2Instrument>,
  IntentPaymentV2Instrument
>(['targetApp'], ({ targetApp }) => new IntentPaymentV2Instrument(targetApp))

/** A QR code. */
export class UpiQrPaymentV2Instrument extends PaymentV2Instrument {
  constructor() {
    super(PgV2InstrumentType.UPI_QR)
  }

  /** A builder. @example UpiQrPaymentV2Instrument.builder().build() */
  static builder(): Builder<object, UpiQrPaymentV2Instrument> {
    return new UpiQrPaymentV2InstrumentBuilder()
  }
}
const UpiQrPaymentV2InstrumentBuilder = builderOf<object, UpiQrPaymentV2Instrument>(
  [],
  () => new UpiQrPaymentV2Instrument(),
)

/** Net banking. */
export class NetBankingPaymentV2Instrument extends PaymentV2Instrument {
  /** The provider's code of the bank, such as `ICIC`. */
  bankId: string
  /** Your id of the payer. */
  merchantUserId?: string | undefined

  constructor(bankId: string, merchantUserId?: string) {
    super(PgV2InstrumentType.NET_BANKING)
    this.bankId = bankId
    this.merchantUserId = merchantUserId
  }

  /** A builder. @example NetBankingPaymentV2Instrument.builder().bankId('ICIC').build() */
  static builder(): Builder<InstrumentFields<NetBankingPaymentV2Instrument>, NetBankingPaymentV2Instrument> {
    return new NetBankingPaymentV2InstrumentBuilder()
  }
}
const NetBankingPaymentV2InstrumentBuilder = builderOf<
  InstrumentFields<NetBankingPaymentV2Instrument>,
  NetBankingPaymentV2Instrument
>(
  ['bankId', 'merchantUserId'],
  ({ bankId, merchantUserId }) => new NetBankingPaymentV2Instrument(bankId, merchantUserId),
)
