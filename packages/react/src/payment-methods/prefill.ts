import type { MethodName } from '../core/last-method.ts'

/** Initial values that the shop already knows, and that the payer may change. */
export interface Prefill {
  /**
   * The payment method whose form is open at first, if the order allows the method.
   * @default the method that was used last on this device, else the first one
   */
  readonly method?: MethodName | undefined
  /**
   * UPI ID of a collect request.
   * @default empty
   */
  readonly vpa?: string | undefined
  /**
   * The chosen bank, by the provider's id, for example `SBIN`.
   * @default no bank
   */
  readonly bankId?: string | undefined
  /**
   * Name on a new card.
   * @default empty
   */
  readonly cardHolderName?: string | undefined
}
