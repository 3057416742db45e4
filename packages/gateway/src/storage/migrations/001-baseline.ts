import { apiKeys } from './baseline/api-keys.ts'
import { auditTable } from './baseline/audit.ts'
import { bankStatements } from './baseline/bank-statements.ts'
import { batchFunctions } from './baseline/batch-functions.ts'
import { callbacks } from './baseline/callbacks.ts'
import { consoleTables } from './baseline/console.ts'
import { disputes } from './baseline/disputes.ts'
import { events } from './baseline/events.ts'
import { ledger } from './baseline/ledger.ts'
import { orders } from './baseline/orders.ts'
import { refundFiles } from './baseline/refund-files.ts'
import { refunds } from './baseline/refunds.ts'
import { rollUps } from './baseline/roll-ups.ts'
import { safeIntegers } from './baseline/safe-integers.ts'
import { settlements } from './baseline/settlements.ts'
import { subscriptions } from './baseline/subscriptions.ts'
import { users } from './baseline/users.ts'
import { views } from './baseline/views.ts'
import { workers } from './baseline/workers.ts'

/**
 * The schema. Columns have the names of the wire's fields.
 * Amounts are bigint paise, times are bigint epoch milliseconds; `storage/pool.ts` reads both as safe integers.
 *
 * Lists, searches and charts read indexes only, so their cost does not grow with the number of orders. Most indexes are partial:
 * most rows never match their condition, so inserts skip them.
 *
 * In order: a table stands after those that it references.
 */
export const up = [
  workers,
  orders,
  refunds,
  refundFiles,
  ledger,
  settlements,
  bankStatements,
  callbacks,
  disputes,
  events,
  consoleTables,
  users,
  views,
  apiKeys,
  auditTable,
  rollUps,
  subscriptions,
  batchFunctions,
  safeIntegers,
].join('')
