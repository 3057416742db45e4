import { builderOf, type Setters } from '../builder.ts'
import type { CollectPaymentDetailsType } from '../words.ts'
import { PaymentV2Instrument } from './payment-instrument.ts'

/** Whom a collect request is sent to. */
export abstract class CollectPaymentDetails {
  readonly type: CollectPaymentDetailsType

  constructor(type: CollectPaymentDetailsType) {
    this.type = type
  }
}

export class VpaCollectPaymentDetails extends CollectPaymentDetails {
  vpa: string

  constructor(vpa: string) {
    super('VPA')
    this.vpa = vpa
  }

  static builder(): VpaCollectPaymentDetailsBuilder {
    return new VpaCollectPaymentDetailsBuilder()
  }
}

interface VpaCollectPaymentDetailsBuilder extends Setters<{ vpa: string }, VpaCollectPaymentDetailsBuilder> {
  build(): VpaCollectPaymentDetails
}

const VpaCollectPaymentDetailsBuilder: new () => VpaCollectPaymentDetailsBuilder = builderOf<
  { vpa: string },
  VpaCollectPaymentDetailsBuilder
>(['vpa'], ({ vpa }) => new VpaCollectPaymentDetails(vpa))

export class PhoneNumberCollectPaymentDetails extends CollectPaymentDetails {
  phoneNumber: string

  constructor(phoneNumber: string) {
    super('PHONE_NUMBER')
    this.phoneNumber = phoneNumber
  }

  static builder(): PhoneNumberCollectPaymentDetailsBuilder {
    return new PhoneNumberCollectPaymentDetailsBuilder()
  }
}

interface PhoneNumberCollectPaymentDetailsBuilder
  extends Setters<{ phoneNumber: string }, PhoneNumberCollectPaymentDetailsBuilder> {
  build(): PhoneNumberCollectPaymentDetails
}

const PhoneNumberCollectPaymentDetailsBuilder: new () => PhoneNumberCollectPaymentDetailsBuilder = builderOf<
  { phoneNumber: string },
  PhoneNumberCollectPaymentDetailsBuilder
>(['phoneNumber'], ({ phoneNumber }) => new PhoneNumberCollectPaymentDetails(phoneNumber))

interface Fields {
  details: CollectPaymentDetails
  message?: string | undefined
}

export class CollectPaymentV2Instrument extends PaymentV2Instrument {
  details: CollectPaymentDetails
  message: string | undefined

  constructor(details: CollectPaymentDetails, message?: string) {
    super('UPI_COLLECT')
    this.details = details
    this.message = message
  }

  static builder(): CollectPaymentV2InstrumentBuilder {
    return new CollectPaymentV2InstrumentBuilder()
  }
}

interface CollectPaymentV2InstrumentBuilder extends Setters<Fields, CollectPaymentV2InstrumentBuilder> {
  build(): CollectPaymentV2Instrument
}

const CollectPaymentV2InstrumentBuilder: new () => CollectPaymentV2InstrumentBuilder = builderOf<
  Fields,
  CollectPaymentV2InstrumentBuilder
>(['details', 'message'], ({ details, message }) => new CollectPaymentV2Instrument(details, message))
