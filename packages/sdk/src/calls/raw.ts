import type { HostName } from '@galla/contract/provider/endpoints'
import { invalid, objectField, textField } from '../checks/fields.ts'
import { GallaError } from '../errors/galla-error.ts'
import type { Call } from './call.ts'

/** A call that this package has no verb for, on one of the provider's hosts. */
export interface RawRequest {
  /** `GET` or `POST`; the protocol knows no other. */
  method: string
  /** Begins with `/`; ids in it are yours to escape. */
  path: string
  body?: object | undefined
  /** Default `pg`. */
  host?: Exclude<HostName, 'identity'> | undefined
}

export function rawCall(request: RawRequest): Call {
  objectField(request, 'input')
  const { method, path, body, host = 'pg' } = request
  if (method !== 'GET' && method !== 'POST') {
    throw new GallaError({
      kind: 'method-not-supported',
      message: 'Method Not Supported',
      httpStatus: 405,
      outcome: 'not-sent',
    })
  }
  if (!textField(path, 'path').startsWith('/') || path.startsWith('//')) throw invalid('path', 'must begin with one /')
  if (/(^|\/)(\.|%2e){1,2}(\/|\?|$)/i.test(path) || /[^\x21-\x7e]|[\\#]/.test(path))
    throw invalid('path', 'must hold no dot segments, spaces, backslashes, # or letters that are not escaped')
  if (method === 'GET' && body !== undefined) throw invalid('body', 'cannot go with GET: put it in the query')
  return { endpoint: 'raw', method, host, path, body, ids: {} }
}
