/** An order was opened; which further field comes depends on the call. */
abstract class Opened {
  declare orderId: string
  declare state: string
  /** Epoch milliseconds. */
  declare expireAt: number
}

export class StandardCheckoutPayResponse extends Opened {
  declare redirectUrl: string
}

export class CustomCheckoutPayResponse extends Opened {
  declare redirectUrl?: string
  declare intentUrl?: string
  declare qrData?: string
}

export class CreateSdkOrderResponse extends Opened {
  declare token: string
}
