import type { Send } from '../http/send.ts'
import type { Method } from '../options.ts'
import type { ListedSettlement, Settlement } from '../responses/settlements.ts'

/** The provider's transfers to your bank account. */
export interface Settlements {
  /**
   * Lists the settlements of a period, each once, in the order in which the provider names them first. Reads as many pages as it takes, in
   * windows of three days that overlap by one: `timeoutMs` holds for each request. The list has no amounts: `get` reads one.
   * @throws {GallaError} `bad-request` when refused, as for a `from` older than six months; `invalid-response` when the provider's
   * list does not end
   * @example
   * const settlements = await galla.settlements.list({ from: Date.now() - 7 * 86_400_000, to: Date.now() })
   */
  list: Method<
    {
      /** Begin of the period. Epoch milliseconds. The provider does not say which time of a settlement counts: begin a day early. */
      from: number
      /** End of the period. Epoch milliseconds. */
      to: number
    },
    ListedSettlement[]
  >
  /**
   * Reads one settlement.
   * @throws {GallaError} `bad-request` or `not-found` when the provider does not know the settlement
   * @example const { state, amount, utr } = await galla.settlements.get({ settlementId })
   */
  get: Method<
    {
      /** The provider's id of the settlement, as of `list` or a callback. */
      settlementId: string
    },
    Settlement
  >
}

/** The parts of a client that the calls use. */
export interface SettlementPorts {
  readonly send: Send
}
