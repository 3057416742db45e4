import type { MethodName } from '../core/last-method.ts'

/** Initial values of the forms, which the payer may change. */
export interface Prefill {
  /**
   * The payment method whose form is open at first, if the order allows the method.
   * @default the method that was used last on this device, else the first method
   */
  readonly method?: MethodName | undefined
  /**
   * UPI ID of a collect request.
   * @default empty
   */
  readonly vpa?: string | undefined
  /**
   * The provider's id of the bank that is chosen at first, for example `SBIN`.
   * @default no bank
   */
  readonly bankId?: string | undefined
  /**
   * Name on a new card.
   * @default empty
   */
  readonly cardHolderName?: string | undefined
}
