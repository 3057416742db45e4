import { invalid, objectField } from '../checks/fields.ts'
import type { Settings } from '../settings.ts'

/** What every API call says of itself, flat: name, value, name, value. */
export function sourceHeaders({ platform }: Settings): readonly string[] {
  return [
    'Content-Type',
    'application/json',
    'Accept',
    'application/json',
    'x-source',
    'API',
    'x-source-version',
    'V2',
    'x-source-platform',
    platform.name,
    'x-source-platform-version',
    platform.version,
  ]
}

const NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/
const OURS = new Set(['authorization', 'content-type', 'content-length', 'host', 'connection', 'transfer-encoding'])

/** Headers of one call added to the rest; an own one takes the place of a common one of the same name. */
export function withHeaders(
  common: readonly string[],
  own: { readonly [name: string]: string } | undefined,
): readonly string[] {
  if (!own) return common
  const named = new Map<string, [string, string]>()
  for (let i = 0; i + 1 < common.length; i += 2)
    named.set(String(common[i]).toLowerCase(), [String(common[i]), String(common[i + 1])])
  for (const [name, value] of Object.entries(objectField(own, 'headers'))) {
    const key = name.toLowerCase()
    if (!NAME.test(name) || typeof value !== 'string' || !VALUE.test(value))
      throw invalid(`headers.${name}`, 'is not a header that can be sent')
    if (OURS.has(key)) throw invalid(`headers.${name}`, 'is set by the client')
    named.set(key, [name, value])
  }
  return [...named.values()].flat()
}
