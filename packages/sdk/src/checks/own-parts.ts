import type { GallaConfig } from '../config.ts'
import { invalid, objectField } from './fields.ts'

/** What the merchant lends the client: each is called in the middle of a payment, so what cannot be called is refused before the first one. */
export function checkOwnParts({ fetch, tokenStore, hooks }: Pick<GallaConfig, 'fetch' | 'tokenStore' | 'hooks'>): void {
  if (fetch !== undefined && typeof fetch !== 'function' && !can(fetch, 'exchange', 'close'))
    throw invalid('fetch', 'must be a function shaped like fetch, or a transport such as undiciTransport()')
  if (tokenStore !== undefined && !can(tokenStore, 'load', 'save'))
    throw invalid('tokenStore', 'must be an object with the functions load and save')
  if (hooks === undefined) return
  objectField(hooks, 'hooks')
  for (const name of ['request', 'response', 'error', 'telemetry'] as const)
    if (hooks[name] !== undefined && !can(hooks, name)) throw invalid(`hooks.${name}`, 'must be a function')
}

function can(part: object, ...names: string[]): boolean {
  return names.every((name) => typeof (part as { [name: string]: unknown } | null)?.[name] === 'function')
}
