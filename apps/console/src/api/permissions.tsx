import { type ConsoleRoute, ROUTE_ACCESS } from '@galla/contract/gateway-api/console-permissions'
import { ROLE_PERMISSIONS } from '@galla/contract/gateway-api/roles'
import type { ReactNode } from 'react'
import { useStore } from './browser.ts'
import { session } from './client.ts'

/** True when the logged-in user's role may call a route. The gateway checks it again. */
export function mayCall(route: ConsoleRoute): boolean {
  const { user, secondFactorNeeded } = session.get()
  const access = ROUTE_ACCESS[route]
  return (
    access === 'public' ||
    (user !== undefined && (access === 'own' || (!secondFactorNeeded && ROLE_PERMISSIONS[user.role].includes(access))))
  )
}

/** Like `mayCall`, following changes of the session. */
export function useMayCall(): (route: ConsoleRoute) => boolean {
  useStore(session)
  return mayCall
}

/** Shows its children to users whose role may call the route. */
export function Allowed({ to, children }: { to: ConsoleRoute; children: ReactNode }) {
  return useMayCall()(to) ? children : null
}
