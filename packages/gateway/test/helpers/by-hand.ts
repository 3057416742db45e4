import type { TestGateway } from './test-gateway.ts'

/** The statements as an operator may run them who has switched triggers and foreign keys off: in one transaction. */
export const withoutTriggers = (statements: string): string =>
  `set local session_replication_role = replica; ${statements}`

/** Restores the database to before all refunds, with their transfers. */
export const forgetRefunds = ({ rows }: Pick<TestGateway, 'rows'>) =>
  rows(
    withoutTriggers(`delete from galla.ledger where "refundKey" is not null;
      update galla.orders set "availableAmount" = "availableAmount" + "heldAmount" + "refundedAmount" - "overdrawnAmount",
        "heldAmount" = 0, "refundedAmount" = 0, "overdrawnAmount" = 0;
      delete from galla.refunds`),
  )
