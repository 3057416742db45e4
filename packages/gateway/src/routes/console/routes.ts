import type { ConsoleRoutes } from '@galla/contract/gateway-api/console-routes'
import type { RouteOf } from '../../http/routing.ts'
import type { Desk } from './desk.ts'

export type Route<Key extends keyof ConsoleRoutes> = RouteOf<Desk, ConsoleRoutes[Key]>

/** Those that read and write the cookie themselves, and are asked before there is a session. */
export type SessionKey = 'POST /session' | 'GET /session' | 'DELETE /session'

/** One handler for every route: a missing one is a type error. */
export type Handlers = { readonly [Key in Exclude<keyof ConsoleRoutes, SessionKey>]: Route<Key> }
