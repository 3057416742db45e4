import { ROLES, type Role } from '@galla/contract/gateway-api/roles'
import { roleLabel } from '../../i18n/terms.ts'

/** The purpose of each role, in one sentence that makes sense without the others. */
export const ROLE_TEXTS: { readonly [Key in Role]: string } = {
  viewer: 'Sees orders, refunds, webhooks and deliveries, with payer data masked.',
  support:
    'Sees everything that a viewer sees, checks statuses, retries deliveries, replays webhooks, and reveals payer data with a reason.',
  developer:
    'Sees everything that a viewer sees, the API log and the telemetry; uses the playground and the sandbox; checks statuses, retries deliveries and replays webhooks.',
  finance:
    'Sees everything that a viewer sees, and the finance page; checks statuses, refunds, resolves reviews, reconciles, exports, and reveals payer data with a reason.',
  admin:
    'Does everything that the other roles do; manages users and API keys, reads the audit log, and erases payer data.',
}

export const ROLE_OPTIONS = ROLES.map((value) => ({ value, label: roleLabel(value) }))
