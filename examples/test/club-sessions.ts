import { randomUUID } from 'node:crypto'

/** Members by the secret in their cookie, as the login of a shop keeps them. */
const sessions = new Map<string, string>()

/** The member whose session a request has. */
export const memberOf = ({ headers }: { headers: { cookie?: string | undefined } }): string | undefined =>
  sessions.get(headers.cookie?.replace('session=', '') ?? '')

/** Sends a form of a member who is logged in. */
export function post(url: string, member: string): Promise<Response> {
  const secret = randomUUID()
  sessions.set(secret, member)
  return fetch(url, { method: 'POST', redirect: 'manual', headers: { cookie: `session=${secret}` } })
}
