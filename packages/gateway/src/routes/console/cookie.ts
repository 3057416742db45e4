import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'

/** On https the browser itself holds the cookie to this host. On loopback it cannot: there a plain name does. */
const nameOf = (https: boolean) => (https ? '__Host-galla' : 'galla-console')

const TOKEN = /^[\w-]{43}$/

export function readSessionToken(c: Context, https: boolean): string | undefined {
  const token = getCookie(c, nameOf(https))
  return token !== undefined && TOKEN.test(token) ? token : undefined
}

export function writeSessionToken(c: Context, https: boolean, token: string): void {
  setCookie(c, nameOf(https), token, { path: '/', httpOnly: true, sameSite: 'Strict', secure: https })
}

export function clearSessionToken(c: Context, https: boolean): void {
  setCookie(c, nameOf(https), '', { path: '/', httpOnly: true, sameSite: 'Strict', secure: https, maxAge: 0 })
}
