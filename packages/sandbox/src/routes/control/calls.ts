import type { ProviderAnswer } from '@galla/contract/sandbox-api/routes'
import { ConnectionReset } from '../../faults/connection-reset.ts'
import { tokenLifetime } from '../../services/access-tokens.ts'
import { badRequest, type RouteRequest } from '../router.ts'
import { bodyFields, checkText } from '../validation.ts'

/** `POST /calls`: a call of the provider's API with all its faults, written to the journal like any other. */
export async function callProvider({ context, body }: RouteRequest): Promise<ProviderAnswer> {
  const fields = bodyFields(body)
  const { method } = fields
  if (method !== 'GET' && method !== 'POST') throw badRequest('method must be GET or POST.')
  const path = checkText(fields.path, 'path')
  const url = new URL(context.origin)
  // Assigning a path cannot change the host; the control API and the pages are not the provider's.
  const [pathname = '', query = ''] = path.split('?', 2)
  url.pathname = pathname
  url.search = query
  if (!pathname.startsWith('/') || /^\/_sandbox(?:\/|$)|^\/page-api(?:\/|$)/.test(url.pathname)) {
    throw badRequest('path must be a path of the provider’s API.')
  }
  const token = context.tokens.issue(tokenLifetime(context.clock.now(), context.settings.tokenLifeSec))
  const headers = { authorization: `O-Bearer ${token}`, 'content-type': 'application/json', accept: 'application/json' }
  const sent = method === 'POST' && fields.body !== undefined ? { body: JSON.stringify(fields.body) } : {}
  try {
    const response = await context.handle(new Request(url, { method, headers, ...sent }))
    const text = await response.text()
    return { status: response.status, ...(text === '' ? {} : { body: parsed(text) }) }
  } catch (error) {
    if (error instanceof ConnectionReset) return {}
    throw error
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
