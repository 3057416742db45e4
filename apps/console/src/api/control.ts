import type { ControlRoutes } from '@galla/contract/sandbox-api/routes'
import { type RequestInput, request } from './request.ts'
import type { Arguments, Reply } from './route-types.ts'

/**
 * Asks the sandbox's control API, through the gateway. Only where `About.sandbox` is true.
 * @throws ApiError
 */
export async function control<Key extends keyof ControlRoutes>(
  route: Key,
  ...[input]: Arguments<ControlRoutes, Key>
): Promise<Reply<ControlRoutes, Key>> {
  return (await request('api/sandbox', route, (input ?? {}) as RequestInput)) as Reply<ControlRoutes, Key>
}
