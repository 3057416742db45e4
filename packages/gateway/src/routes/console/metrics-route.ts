import { createHash, timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import type { Desk } from './desk.ts'
import { requireSession } from './guards.ts'

/**
 * For a scraper, which has no cookie: basic authentication with the console's password, any user name. What was right once is
 * remembered as a digest, as a guess costs 100 ms and a scraper comes often.
 */
export function metricsAt(desk: Desk): (c: Context, from: string) => Promise<Response> {
  let known: Buffer | undefined

  const fits = async (given: string, from: string): Promise<boolean> => {
    const digest = createHash('sha256').update(given).digest()
    if (known && timingSafeEqual(known, digest)) return true
    const [, password = ''] = /^[^:]*:(.*)$/s.exec(Buffer.from(given, 'base64').toString()) ?? []
    const right = await desk.limit.attempt(from, () => desk.password.fits(password))
    if (right) known = digest
    return right
  }

  return async (c, from) => {
    const given = /^Basic ([\w+/=]{1,1000})$/i.exec(c.req.header('authorization') ?? '')?.[1]
    if (given === undefined) await requireSession(desk, c)
    else if (!(await fits(given, from))) {
      return c.text('Wrong password\n', 401, { 'www-authenticate': 'Basic realm="galla"' })
    }
    const { contentType, text } = await desk.metrics.read()
    return c.body(text, 200, { 'content-type': contentType, 'cache-control': 'no-store' })
  }
}
