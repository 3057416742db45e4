import type { ControlRoutes } from '@galla/contract/sandbox-api/routes'
import { Failure, wrongUse } from './failure.ts'
import { EXIT, type Io } from './io.ts'

/** Where `galla sandbox` listens when no port is asked for. */
export const DEFAULT_PORT = 4500

type Route = keyof ControlRoutes
type Part<R extends Route, Name extends string> = ControlRoutes[R] extends { [Key in Name]: infer Value }
  ? Value
  : never

interface Asked<R extends Route> {
  query?: Part<R, 'query'>
  body?: Part<R, 'body'>
  params?: { [name: string]: string }
}

/** The control API of a running sandbox, one typed function. */
export type Control = <R extends Route>(route: R, asked?: Asked<R>) => Promise<Part<R, 'reply'>>

/**
 * Where the sandbox is.
 * @param given From `--sandbox`; otherwise `GALLA_SANDBOX`; otherwise the usual port on this machine.
 */
export function sandboxAddress(io: Io, given: string | undefined): string {
  const base = (given ?? io.env.GALLA_SANDBOX ?? `http://127.0.0.1:${DEFAULT_PORT}`).replace(/\/+$/, '')
  if (/^https?:\/\//.test(base) && URL.canParse(base)) return base
  throw wrongUse(`--sandbox takes an address such as http://127.0.0.1:${DEFAULT_PORT}; got '${base}'`)
}

export function connect(io: Io, base: string): Control {
  return async (route, { query, body, params } = {}) => {
    const [method = 'GET', path = ''] = route.split(' ')
    const url = new URL(
      `${base}/_sandbox${path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(params?.[name] ?? ''))}`,
    )
    for (const [name, value] of Object.entries<string | undefined>(query ?? {}))
      if (value !== undefined) url.searchParams.set(name, value)
    const response = await reach(io, base, url, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    const reply: unknown = await response.json().catch(() => undefined)
    if (!response.ok) throw new Failure(refusal(reply) ?? `${base} answered ${response.status} to ${route}`)
    if (reply === undefined) throw new Failure(`${base} is not a sandbox: its answer to ${route} is not JSON`)
    return reply as Part<typeof route, 'reply'>
  }
}

async function reach(io: Io, base: string, url: URL, init: RequestInit): Promise<Response> {
  try {
    return await io.fetch(url, { ...init, signal: io.stop })
  } catch (error) {
    if (io.stop.aborted) throw error
    throw new Failure(
      `No sandbox answers at ${base}. Start one with \`galla sandbox\`, or name yours with --sandbox URL`,
      EXIT.unreachable,
    )
  }
}

const refusal = (reply: unknown) =>
  typeof reply === 'object' && reply !== null && 'message' in reply && typeof reply.message === 'string'
    ? reply.message
    : undefined
