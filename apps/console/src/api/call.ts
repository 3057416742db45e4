import type { ConsoleRoutes } from '@galla/contract/gateway-api/console-routes'
import { type RequestInput, request } from './request.ts'
import type { Arguments, Reply } from './route-types.ts'

/**
 * Asks the console API. 401 takes the page to the login and keeps its place.
 * @throws ApiError
 */
export async function call<Key extends keyof ConsoleRoutes>(
  route: Key,
  ...[input]: Arguments<ConsoleRoutes, Key>
): Promise<Reply<ConsoleRoutes, Key>> {
  return (await request('api', route, (input ?? {}) as RequestInput)) as Reply<ConsoleRoutes, Key>
}
