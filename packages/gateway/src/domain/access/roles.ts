import { type Permission, ROLE_PERMISSIONS, ROLES, type Role } from '@galla/contract/gateway-api/roles'

/** True when a role has a permission. */
export const mayDo = (role: Role, permission: Permission): boolean => ROLE_PERMISSIONS[role].includes(permission)

/** The roles that have a permission, from the least to the most. */
export const rolesWith = (permission: Permission): readonly Role[] => ROLES.filter((role) => mayDo(role, permission))
