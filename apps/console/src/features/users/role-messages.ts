import { ROLES, type Role } from '@galla/contract/gateway-api/roles'

/** What each role is for, in one sentence. */
export const ROLE_TEXTS: { readonly [Key in Role]: string } = {
  viewer: 'Sees orders, refunds, webhooks and deliveries, with payer data masked.',
  support: 'Also checks statuses, retries deliveries, replays webhooks, and reveals payer data with a reason.',
  developer: 'Sees what viewers see, the API log, the playground and the sandbox; checks statuses and retries.',
  finance: 'Refunds, reviews, the finance page, reconciliation and exports; reveals payer data with a reason.',
  admin: 'Everything, with users, settings, the audit log and the erasure of payer data.',
}

export const roleLabel = (role: Role): string => `${role[0]?.toUpperCase() ?? ''}${role.slice(1)}`

export const ROLE_OPTIONS = ROLES.map((value) => ({ value, label: roleLabel(value) }))
