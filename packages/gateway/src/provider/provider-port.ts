import type { Paise } from '@galla/contract/money'
import { invalidOption } from '../errors.ts'
import type {
  CustomOrderRequest,
  LinkChannels,
  LinkRequest,
  MobileOrderRequest,
  OrderStatusRequest,
  SendOptions,
  StandardOrderRequest,
} from './requests.ts'
import type {
  CreateOrderResponse,
  LinkCreatedResponse,
  LinkResponse,
  ListedSettlementResponse,
  OrderResponse,
  RefundResponse,
  SettlementResponse,
} from './responses.ts'
import type { BillingOrderResponse, MandateResponse, SubscriptionCalls } from './subscription-calls.ts'

/**
 * The part of a client that the gateway needs. A `Galla` of `@galla/sdk` fits. The type is structural, so a test double or a copy of the
 * SDK fits too.
 */
export interface ProviderPort {
  /** Orders that are paid on the provider's hosted page. */
  readonly standardCheckout: {
    /** Creates an order at the provider. The client never repeats the request: after a lost reply, the outcome is unknown. */
    pay(order: StandardOrderRequest, options?: SendOptions): Promise<CreateOrderResponse>
    /** Creates an order for the mobile SDK. The client never repeats the request. */
    createSdkOrder(order: MobileOrderRequest, options?: SendOptions): Promise<CreateOrderResponse>
    /** Reads an order. */
    getOrderStatus(which: OrderStatusRequest, options?: SendOptions): Promise<OrderResponse>
  }
  /** Orders that are paid on the merchant's page. */
  readonly customCheckout: {
    /**
     * Creates an order at the provider and starts its payment. The client never repeats the request: after a lost reply, the outcome is
     * unknown.
     */
    pay(order: CustomOrderRequest, options?: SendOptions): Promise<CreateOrderResponse>
    /** Creates an order for the mobile SDK. The client never repeats the request. */
    createSdkOrder(order: MobileOrderRequest, options?: SendOptions): Promise<CreateOrderResponse>
    /** Reads an order. */
    getOrderStatus(which: OrderStatusRequest, options?: SendOptions): Promise<OrderResponse>
  }
  /** Orders that are paid by a link. */
  readonly links: {
    /** Creates a link. The client never repeats the request: after a lost reply, the outcome is unknown. */
    create(link: LinkRequest, options?: SendOptions): Promise<LinkCreatedResponse>
    /** Reads a link. */
    getStatus(which: Omit<OrderStatusRequest, 'errorContext'>, options?: SendOptions): Promise<LinkResponse>
    /** Sends a link to its payer again. */
    notify(
      which: {
        /** The merchant's id of the order. */
        merchantOrderId: string
        /** The ways in which the provider sends the link. */
        notificationChannels: LinkChannels
      },
      /** Options of the request. */
      options?: SendOptions,
    ): Promise<Partial<Pick<LinkCreatedResponse, 'orderId' | 'paylinkUrl'>>>
    /** Cancels a link. Resolves with the state of the link after the call. */
    cancel(
      which: {
        /** The merchant's id of the order. */
        merchantOrderId: string
      },
      /** Options of the request. */
      options?: SendOptions,
    ): Promise<Pick<LinkResponse, 'state' | 'orderId'>>
  }
  /** Mandates and their debits (UPI AutoPay). A client without this property bills no subscriptions. */
  readonly subscriptions?: SubscriptionCalls
  /** Refunds. */
  readonly refunds: {
    /** Requests a refund. */
    create(
      refund: {
        /** The merchant's id of the refund. */
        merchantRefundId: string
        /** The paid order. */
        originalMerchantOrderId: string
        /** Amount in paise. */
        amount: Paise
      },
      /** Options of the request. */
      options?: SendOptions,
    ): Promise<RefundResponse>
    /** Reads a refund. */
    getStatus(
      which: {
        /** The merchant's id of the refund. */
        merchantRefundId: string
      },
      /** Options of the request. */
      options?: SendOptions,
    ): Promise<RefundResponse>
  }
  /** Settlements. With a client without this property, the gateway reads no settlements. */
  readonly settlements?: {
    /** Lists the settlements of a period. */
    list(
      period: {
        /** Start of the period, epoch milliseconds. */
        from: number
        /** End of the period, epoch milliseconds. */
        to: number
      },
      /** Options of the request. */
      options?: SendOptions,
    ): Promise<ListedSettlementResponse[]>
    /** Reads a settlement. */
    get(
      which: {
        /** The provider's id of the settlement. */
        settlementId: string
      },
      /** Options of the request. */
      options?: SendOptions,
    ): Promise<SettlementResponse>
  }
  /** Verifies callbacks when the option `callbackCredentials` is left out. */
  readonly callbacks: CallbackVerifier
}

/** @throws GatewayError INVALID_OPTION for a client without them */
export function subscriptionsOf({ subscriptions }: ProviderPort): SubscriptionCalls {
  if (subscriptions) return subscriptions
  throw invalidOption('client', 'has no subscriptions: make it with new Galla({ … }) of @galla/sdk, or leave it out')
}

/** Verifies that a callback comes from the provider. */
export interface CallbackVerifier {
  /**
   * Verifies one callback.
   * @throws GallaError kind `invalid-callback` with its `reason`
   */
  verify(delivery: {
    /** Names in lower case. */
    headers: { [name: string]: string }
    /** Raw bytes, before any parser. */
    body: Uint8Array
  }): Promise<VerifiedCallback>
}

/** A callback whose sender is verified. */
export type VerifiedCallback = {
  /** Name of the event, as sent. */
  event: string
  /** The way in which the sender was verified. */
  verifiedBy: {
    /** `classic`: user name and password. `hmac`: a signature over the body. */
    mode: 'classic' | 'hmac'
  }
} & (
  | {
      /** The kind of record that the event is about. */
      kind: 'order' | 'attempt'
      /** The order. */
      payload: OrderResponse
    }
  | {
      /** The kind of record that the event is about. */
      kind: 'link'
      /** The link. */
      payload: LinkResponse
    }
  | {
      /** The kind of record that the event is about. */
      kind: 'refund'
      /** The refund. */
      payload: RefundResponse
    }
  | {
      /** The kind of record that the event is about. */
      kind: 'settlement'
      /** The settlement. */
      payload: SettlementResponse
    }
  | {
      /** The kind of record that the event is about. */
      kind: 'setup' | 'notification' | 'redemption' | 'redemption-attempt'
      /** The order of the mandate. */
      payload: BillingOrderResponse
    }
  | {
      /** The kind of record that the event is about. */
      kind: 'mandate'
      /** The merchant's id of the mandate; empty when the callback has none. */
      merchantSubscriptionId: string
      /** The mandate. */
      payload: MandateResponse
    }
  | {
      /** An event that the client does not know. */
      kind: 'unknown'
      /** As sent. */
      payload: unknown
    }
)

const METHODS = {
  standardCheckout: ['pay', 'createSdkOrder', 'getOrderStatus'],
  customCheckout: ['pay', 'createSdkOrder', 'getOrderStatus'],
  links: ['create', 'getStatus', 'notify', 'cancel'],
  refunds: ['create', 'getStatus'],
} satisfies {
  [Group in Exclude<keyof ProviderPort, 'callbacks' | 'settlements' | 'subscriptions'>]: (keyof ProviderPort[Group])[]
}

/**
 * Only TypeScript refuses the settings of a client in its place: the first order would fail, with an unknown outcome.
 * @throws Error naming the method that is missing
 */
export function checkClient(client: unknown): void {
  const groups = Object(client) as { [group: string]: { [method: string]: unknown } | undefined }
  for (const [group, methods] of Object.entries(METHODS))
    for (const method of methods)
      if (typeof groups[group]?.[method] !== 'function')
        throw invalidOption(
          'client',
          `has no ${group}.${method}: make it with new Galla({ … }) of @galla/sdk, or leave it out`,
        )
}
