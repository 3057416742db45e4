import { accountHindi } from './account.ts'
import { apiHindi } from './api.ts'
import { apiKeysHindi } from './api-keys.ts'
import { apiLogHindi } from './api-log.ts'
import { auditHindi } from './audit.ts'
import { callbacksHindi } from './callbacks.ts'
import { componentsHindi } from './components.ts'
import { deliveriesHindi } from './deliveries.ts'
import { disputesHindi } from './disputes.ts'
import { erasureHindi } from './erasure.ts'
import { financeHindi } from './finance.ts'
import { healthHindi } from './health.ts'
import { i18nHindi } from './i18n.ts'
import { jsonHindi } from './json.ts'
import { ordersHindi } from './orders.ts'
import { overviewHindi } from './overview.ts'
import { reconciliationHindi } from './reconciliation.ts'
import { refundFilesHindi } from './refund-files.ts'
import { refundsHindi } from './refunds.ts'
import { savedViewsHindi } from './saved-views.ts'
import { shellHindi } from './shell.ts'
import { subscriptionsHindi } from './subscriptions.ts'
import { telemetryHindi } from './telemetry.ts'
import { usersHindi } from './users.ts'

/**
 * The Hindi messages of all topics, in the everyday style of Indian payment apps: common English terms stay. The files of this folder
 * import types only from elsewhere: the page waits for them before its own modules run.
 */
export const hindiMessages: { readonly [topic: string]: unknown } = {
  ...accountHindi,
  ...apiHindi,
  ...apiKeysHindi,
  ...apiLogHindi,
  ...auditHindi,
  ...callbacksHindi,
  ...componentsHindi,
  ...deliveriesHindi,
  ...disputesHindi,
  ...erasureHindi,
  ...financeHindi,
  ...healthHindi,
  ...i18nHindi,
  ...jsonHindi,
  ...ordersHindi,
  ...overviewHindi,
  ...reconciliationHindi,
  ...refundFilesHindi,
  ...refundsHindi,
  ...savedViewsHindi,
  ...shellHindi,
  ...subscriptionsHindi,
  ...telemetryHindi,
  ...usersHindi,
}
