import type { Context } from 'hono'
import { bearerOf } from '../../http/request.ts'
import { HttpError } from '../../http/responses.ts'

/**
 * The payer token of a request.
 * @throws HttpError 401 without a token, or with one in the URL
 */
export function bearerToken(c: Context, subject: 'order' | 'subscription'): string {
  if (Object.values(c.req.queries()).flat().some(isToken)) {
    throw new HttpError(
      401,
      'TOKEN_IN_ADDRESS',
      'Send the token in the header Authorization: Bearer …. In a URL it would end up in logs and referrers.',
    )
  }
  const token = bearerOf(c.req.header('authorization'))
  if (token !== undefined) return token
  throw new HttpError(401, 'NO_TOKEN', `Send the payer token of the ${subject}: Authorization: Bearer <payerToken>.`)
}

const isToken = (value: string): boolean => value.startsWith('g1.') || value.startsWith('s1.')
