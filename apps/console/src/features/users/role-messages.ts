import { ROLES, type Role } from '@galla/contract/gateway-api/roles'
import { messages } from '../../i18n/messages.ts'
import { roleLabel } from '../../i18n/terms.ts'
import { rolesEnglish } from './english.ts'

/** The purpose of each role, in one sentence that makes sense without the others. */
export const ROLE_TEXTS: { readonly [Key in Role]: string } = messages('users/roles', rolesEnglish)

export const ROLE_OPTIONS = ROLES.map((value) => ({ value, label: roleLabel(value) }))
