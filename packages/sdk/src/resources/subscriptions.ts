import type { Paise } from '@galla/contract/money'
import type { AccountConstraint, DeviceContext, MetaInfo, PaymentModeConfig } from '@galla/contract/provider/requests'
import type { AmountType, AuthWorkflowType, Frequency, MandateMode } from '@galla/contract/provider/subscriptions'
import type { TelemetryEvent } from '@galla/contract/provider/telemetry'
import type { Send } from '../http/send.ts'
import type { CallOptions, Method } from '../options.ts'
import type { CreatedRedemption, MandateStatus, StartedRedemption, SubscriptionOrder } from '../responses/mandates.ts'
import type { CreatedOrder } from '../responses/orders.ts'
import type { Clock } from '../runtime.ts'

/** Selects the provider's endpoints for a mandate. */
export interface Family {
  /**
   * The page of the mandate's setup. `custom`: your own page. `standard`: the hosted page or the mobile SDK. Store the value with
   * the mandate.
   * @default 'custom'
   */
  checkout?: 'custom' | 'standard' | undefined
}

/** The terms that the payer agrees to, on any page. */
export interface MandateSetup {
  /** Your id of the setup order: 1 to 63 letters, digits, `_` or `-`; never used before. */
  merchantOrderId: string
  /** Your id of the mandate: 1 to 63 letters, digits, `_` or `-`; new for every mandate. */
  merchantSubscriptionId: string
  /** `PENNY_DROP`: the provider takes and returns ₹2. `TRANSACTION`: `amount` is the first bill. */
  authWorkflowType: AuthWorkflowType
  /** `FIXED`: each debit equals `maxAmount`. `VARIABLE`: each debit is at most `maxAmount`. */
  amountType: AmountType
  /** Paise. `PENNY_DROP`: exactly 200. `TRANSACTION`: at least 100, at most `maxAmount`. */
  amount: Paise
  /** The most that one debit can take, in paise. The payer sees this maximum. Above ₹15,000 a debit needs the payer's PIN. */
  maxAmount: Paise
  /** Length of a cycle. A cycle has at most one successful debit. `ON_DEMAND` has no cycles. */
  frequency: Frequency
  /** Your own values, repeated in status responses and callbacks. */
  metaInfo?: MetaInfo | undefined
  /** Bank accounts that may pay; the provider refuses others. */
  constraints?: readonly AccountConstraint[] | undefined
}

/** A mandate that is set up on your own page. */
export interface CustomMandateSetup extends MandateSetup {
  /** Your own page. */
  checkout: 'custom'
  /** The payer's way to authorise. There is no QR mode: draw a QR code of `intentUrl`. */
  paymentMode: MandateMode
  /** The payer's device; `merchantCallBackScheme` is for iOS. */
  deviceContext: DeviceContext
  /** End of the setup order. Epoch milliseconds. @default 15 minutes from now */
  expireAt?: number | undefined
  /** End of the mandate. Epoch milliseconds, at most 30 years from now. @default 30 years, set by the provider */
  subscriptionExpireAt?: number | undefined
}

interface PageSetup extends MandateSetup {
  /** End of the mandate, which the page shows. Epoch milliseconds, at most 30 years from now. */
  subscriptionExpireAt: number
  /** When the setup order expires, in seconds from now: 300 to 3600. @default 1200 */
  expireAfter?: number | undefined
  /** Text that the payer sees. */
  message?: string | undefined
  /** The payment modes that the page offers. @default all modes that are enabled for you */
  paymentModeConfig?: PaymentModeConfig | undefined
}

/** A mandate that is set up on the provider's hosted page, by app or by QR code. */
export interface HostedMandateSetup extends PageSetup {
  /** The provider's hosted page. */
  checkout: 'standard'
  /** The http or https URL to which the payer returns, after success and failure. */
  redirectUrl: string
  /** The URL to which the provider returns a payer who gives up. @default `redirectUrl` */
  cancelRedirectUrl?: string | undefined
}

/** A mandate that is set up in the provider's mobile SDK. */
export interface MobileMandateSetup extends PageSetup {
  /** The provider's mobile SDK; further calls about this mandate use `standard`. */
  checkout: 'mobile'
  /** The http or https URL to which the provider returns the payer. */
  redirectUrl?: string | undefined
}

/** A debit to announce to the payer. */
export type Notice = Family & {
  /** Your id of the redemption order, new for every billing period. Pass the same id to `redeem` and `getOrderStatus`. */
  merchantOrderId: string
  /** Your id of the mandate, which must be ACTIVE. */
  merchantSubscriptionId: string
  /** Paise, at most the mandate's `maxAmount`. FIXED: equal to `maxAmount`. */
  amount: Paise
  /** End of the redemption order, later than 24 hours from now. Epoch milliseconds. @default the provider's */
  expireAt?: number | undefined
  /** Your own values, repeated in status responses and callbacks. */
  metaInfo?: MetaInfo | undefined
  /** Bank accounts that may pay; the provider refuses others. */
  constraints?: readonly AccountConstraint[] | undefined
} & (
    | {
        /** The provider debits automatically after 24 hours, and repeats a failed debit. */
        autoDebit: true
        /** The provider repeats a failed debit. */
        redemptionRetryStrategy?: 'STANDARD' | undefined
      }
    | {
        /** False: you debit with `redeem`. @default false */
        autoDebit?: false | undefined
        /** `STANDARD`: redeem once; the provider repeats a failed debit. `CUSTOM`: you redeem up to four times. @default 'STANDARD' */
        redemptionRetryStrategy?: 'STANDARD' | 'CUSTOM' | undefined
      }
  )

type OfOrder = Family & {
  /** Your id of the order. */
  merchantOrderId: string
}
type OfMandate = Family & {
  /** Your id of the mandate. */
  merchantSubscriptionId: string
}

/**
 * UPI AutoPay: mandates and the debits under them. The SDK never repeats a write that the provider may have received. After outcome
 * `unknown`, only the status decides. Refund a debit with `galla.refunds`, by the id of the redemption order.
 */
export interface Subscriptions {
  /**
   * Asks for a mandate. After outcome `unknown`, read the setup order. The payer can still approve a mandate that you gave up: cancel
   * such a mandate.
   * @throws {GallaError} `invalid-request` before anything is sent; `bad-request` or `expectation-failed` when refused;
   * `invalid-response` without a link for the payer; `network`, `timeout` or `server-error`: read `outcome`
   * @example
   * const { redirectUrl } = await galla.subscriptions.setup({
   *   checkout: 'standard',
   *   merchantOrderId: 'sub-7-setup',
   *   merchantSubscriptionId: 'sub-7',
   *   authWorkflowType: 'TRANSACTION',
   *   amountType: 'FIXED',
   *   amount: inr('199'),
   *   maxAmount: inr('199'),
   *   frequency: 'MONTHLY',
   *   subscriptionExpireAt: Date.UTC(2036, 0, 1),
   *   redirectUrl: 'https://shop.example/thanks',
   * })
   */
  setup: {
    (
      input: CustomMandateSetup,
      options?: CallOptions,
    ): Promise<
      CreatedOrder & {
        /** `UPI_INTENT`: a link that opens the UPI app. Pass the link on unchanged. */
        intentUrl?: string
      }
    >
    (
      input: HostedMandateSetup,
      options?: CallOptions,
    ): Promise<
      CreatedOrder & {
        /** URL of the page. Pass the URL on unchanged. */
        redirectUrl: string
      }
    >
    (
      input: MobileMandateSetup,
      options?: CallOptions,
    ): Promise<
      CreatedOrder & {
        /** Token for the mobile SDK, which also needs `orderId`. */
        token: string
      }
    >
  }
  /**
   * Announces a debit to the payer, at least 24 hours ahead. Success means accepted, not notified: wait for the callback or the state
   * NOTIFIED. After outcome `unknown`, read the order. If the provider does not know the order, notify again with the same id.
   * @throws {GallaError} `invalid-request` before anything is sent; `bad-request` when refused, for example because the
   * mandate is not ACTIVE; `network`, `timeout` or `server-error`: read `outcome`
   * @example
   * await galla.subscriptions.notify({ merchantOrderId: 'sub-7-2026-03', merchantSubscriptionId: 'sub-7', amount: inr('199') })
   */
  notify: Method<Notice, CreatedRedemption>
  /**
   * Starts a debit, 24 hours or more after the payer was notified. The order decides, not the response. After outcome `unknown`, read
   * the order and never repeat the call. A refusal that may follow an earlier debit has the outcome `unknown` too.
   * @throws {GallaError} `bad-request` when refused: too early, mandate not ACTIVE, order already redeemed
   * @example await galla.subscriptions.redeem({ merchantOrderId: 'sub-7-2026-03' })
   */
  redeem: Method<OfOrder, StartedRedemption>
  /**
   * Reads a mandate.
   * @throws {GallaError} `bad-request` with code `SUBSCRIPTION_NOT_FOUND` for a mandate that is unknown or was never authorised
   * @example const { state } = await galla.subscriptions.getStatus({ merchantSubscriptionId: 'sub-7' })
   */
  getStatus: Method<OfMandate, MandateStatus>
  /**
   * Ends a mandate for good. Resolves when the provider accepts the call; the mandate is CANCELLED moments later.
   * @throws {GallaError} `bad-request` when the mandate is not authorised yet or has ended: read `getStatus`
   * @example await galla.subscriptions.cancel({ merchantSubscriptionId: 'sub-7' })
   */
  cancel: Method<OfMandate, void>
  /**
   * Reads a setup or redemption order.
   * @throws {GallaError} `bad-request` or `not-found` when the provider does not know the order
   * @example const { state } = await galla.subscriptions.getOrderStatus({ merchantOrderId: 'sub-7-2026-03' })
   */
  getOrderStatus: Method<
    OfOrder & {
      /** Returns every attempt instead of the latest. @default the provider's default */
      details?: boolean | undefined
    },
    SubscriptionOrder
  >
  /**
   * Reads the order of one attempt.
   * @throws {GallaError} `bad-request` or `not-found` when the provider does not know the attempt
   * @example await galla.subscriptions.getTransactionStatus({ transactionId: 'OM2603021305000000000032W' })
   */
  getTransactionStatus: Method<
    Family & {
      /** The provider's id of the attempt, `OM…`. */
      transactionId: string
    },
    SubscriptionOrder
  >
  /**
   * Polls a setup order on the provider's schedule, first after 20 s, until the order is final, or 5 s past the expiry. After
   * COMPLETED, polls the mandate until the activation ends. `timeoutMs` bounds the whole wait. Resolves with the last status of both.
   * @throws {GallaError} `timeout` or `aborted`, with outcome `unknown`; an error of a poll that is not `retryable`
   * @example
   * const { order, mandate } = await galla.subscriptions.waitForMandate({ merchantOrderId: 'sub-7-setup', merchantSubscriptionId: 'sub-7' })
   */
  waitForMandate: Method<
    OfOrder & OfMandate,
    {
      /** The setup order. */
      order: SubscriptionOrder
      /** The mandate; only when the order is COMPLETED. */
      mandate?: MandateStatus
    }
  >
  /**
   * Polls a redemption order until COMPLETED or FAILED, or 5 s past the expiry. Polls on the provider's schedule for four minutes,
   * every five minutes for an hour, then hourly. `timeoutMs` bounds the whole wait. Resolves with the last status.
   * @throws {GallaError} `timeout` or `aborted`, with outcome `unknown`; an error of a poll that is not `retryable`
   * @example const { state } = await galla.subscriptions.waitForRedemption({ merchantOrderId: 'sub-7-2026-03' })
   */
  waitForRedemption: Method<OfOrder, SubscriptionOrder>
}

/** The parts of a client that the calls use. */
export interface SubscriptionPorts {
  readonly send: Send
  readonly clock: Clock
  readonly options: { readonly platform: { readonly version: string } }
  report(event: TelemetryEvent): void
}
