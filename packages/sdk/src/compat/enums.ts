import { ENVIRONMENT_HOSTS } from '@galla/contract/provider/endpoints'

/** The provider's environments. */
export enum Env {
  /** For tests; the default. */
  SANDBOX = 'SANDBOX',
  /** Real payments. */
  PRODUCTION = 'PRODUCTION',
}

/** The provider's base URLs in an environment. Options and variables do not change these URLs. */
export class EnvConfig {
  /** Payments, status and refunds. */
  readonly pgHostUrl: string
  /** Card and token payments. */
  readonly pciPgHostUrl: string
  /** Access tokens. */
  readonly oAuthHostUrl: string
  /** Telemetry. */
  readonly eventsHostUrl: string

  private constructor(env: `${Env}`) {
    const hosts = ENVIRONMENT_HOSTS[env === Env.PRODUCTION ? env : Env.SANDBOX]
    this.pgHostUrl = hosts.pg
    this.pciPgHostUrl = hosts.cards
    this.oAuthHostUrl = hosts.identity
    this.eventsHostUrl = hosts.events
  }

  /**
   * Returns the URLs of an environment. An unknown name means the sandbox.
   * @example EnvConfig.getBaseUrls(Env.PRODUCTION).pgHostUrl
   */
  static getBaseUrls(envType: `${Env}`): EnvConfig {
    return new EnvConfig(envType)
  }
}

/** HTTP methods. */
export enum HttpMethodType {
  /** GET. */
  GET = 0,
  /** POST. */
  POST = 1,
}

/** The provider's products. */
export enum PaymentFlowType {
  /** Custom checkout. */
  PG = 'PG',
  /** The hosted page. */
  PG_CHECKOUT = 'PG_CHECKOUT',
}

/** Payment modes. */
export enum PgV2InstrumentType {
  /** A request in the payer's UPI app. */
  UPI_COLLECT = 'UPI_COLLECT',
  /** A UPI app on the payer's device. */
  UPI_INTENT = 'UPI_INTENT',
  /** The PhonePe app. */
  PPE_INTENT = 'PPE_INTENT',
  /** A QR code. */
  UPI_QR = 'UPI_QR',
  /** A card. */
  CARD = 'CARD',
  /** A network token. */
  TOKEN = 'TOKEN',
  /** Net banking. */
  NET_BANKING = 'NET_BANKING',
}

/** Ways in which a collect request names the payer. */
export enum CollectPaymentDetailsType {
  /** By UPI id. */
  VPA = 'VPA',
  /** By phone number. */
  PHONE_NUMBER = 'PHONE_NUMBER',
}

/** The instrument of the payment. */
export enum PaymentInstrumentType {
  /** The PhonePe wallet. */
  WALLET = 'WALLET',
  /** A gift voucher. */
  EGV = 'EGV',
  /** A bank account. */
  ACCOUNT = 'ACCOUNT',
  /** A credit card. */
  CREDIT_CARD = 'CREDIT_CARD',
  /** A debit card. */
  DEBIT_CARD = 'DEBIT_CARD',
  /** Net banking. */
  NET_BANKING = 'NET_BANKING',
}

/** The rail that carried the money. */
export enum PaymentRailType {
  /** UPI. */
  UPI = 'UPI',
  /** A card or a bank page. */
  PG = 'PG',
  /** The PhonePe wallet. */
  PPI_WALLET = 'PPI_WALLET',
  /** A gift voucher. */
  PPI_EGV = 'PPI_EGV',
}

/** The `type` of a callback as received, so that `response.type === CallbackType.PG_ORDER_COMPLETED` can be true. */
export enum CallbackType {
  /** Custom checkout: the order is paid. */
  PG_ORDER_COMPLETED = 'PG_ORDER_COMPLETED',
  /** Custom checkout: the order failed. */
  PG_ORDER_FAILED = 'PG_ORDER_FAILED',
  /** Custom checkout: an attempt failed. */
  PG_TRANSACTION_ATTEMPT_FAILED = 'PG_TRANSACTION_ATTEMPT_FAILED',
  /** The refund is paid. */
  PG_REFUND_COMPLETED = 'PG_REFUND_COMPLETED',
  /** The refund failed. */
  PG_REFUND_FAILED = 'PG_REFUND_FAILED',
  /** The refund is accepted. */
  PG_REFUND_ACCEPTED = 'PG_REFUND_ACCEPTED',
  /** Hosted page: the order is paid. */
  CHECKOUT_ORDER_COMPLETED = 'CHECKOUT_ORDER_COMPLETED',
  /** Hosted page: the order failed. */
  CHECKOUT_ORDER_FAILED = 'CHECKOUT_ORDER_FAILED',
  /** Hosted page: an attempt failed. */
  CHECKOUT_TRANSACTION_ATTEMPT_FAILED = 'CHECKOUT_TRANSACTION_ATTEMPT_FAILED',
}
