import type { ControlRoutes } from '@galla/contract/sandbox-api/routes'
import { readUrl } from './arguments.ts'
import { defined } from './defined.ts'
import { textOf } from './gateway/value-text.ts'
import { CliError, EXIT, type Io } from './io.ts'
import { routeUrl } from './route-url.ts'

/** Port of `galla sandbox` without `--port`. */
export const DEFAULT_PORT = 4500

type Route = keyof ControlRoutes
type Part<R extends Route, Name extends string> = ControlRoutes[R] extends { [Key in Name]: infer Value }
  ? Value
  : never

interface RequestParts<R extends Route> {
  query?: Part<R, 'query'>
  body?: Part<R, 'body'>
  params?: { [name: string]: string }
}

/** Calls one route of a running sandbox's control API. */
export type SandboxClient = <R extends Route>(route: R, parts?: RequestParts<R>) => Promise<Part<R, 'response'>>

/**
 * Returns the address of the sandbox, without a trailing slash.
 * @param option Value of `--sandbox`; without it, `GALLA_SANDBOX`, then the default port on this machine.
 */
export function sandboxAddress(io: Pick<Io, 'env'>, option: string | undefined): string {
  const fallback = `http://127.0.0.1:${DEFAULT_PORT}`
  const address = (option ?? textOf(io.env.GALLA_SANDBOX ?? fallback)).replace(/\/+$/, '')
  return readUrl(option === undefined ? 'GALLA_SANDBOX' : '--sandbox', address, fallback) ?? fallback
}

/** @param base Address of the sandbox, without a trailing slash. */
export function createSandboxClient(io: Io, base: string): SandboxClient {
  return async (route, { query, body, params } = {}) => {
    const { method, url } = routeUrl(`${base}/_sandbox`, route, defined({ params, query }))
    const json = body === undefined ? undefined : JSON.stringify(body)
    const headers = json === undefined ? undefined : { 'content-type': 'application/json' }
    const response = await send(io, base, url, defined({ method, body: json, headers }))
    const reply: unknown = await response.json().catch(() => undefined)
    if (!response.ok) throw new CliError(messageOf(reply) ?? `${base} replied ${response.status} to ${route}`)
    if (typeof reply !== 'object' || reply === null)
      throw new CliError(`${base} is not a sandbox: its reply to ${route} is not a JSON object`)
    return reply as Part<typeof route, 'response'>
  }
}

async function send(io: Io, base: string, url: URL, init: RequestInit): Promise<Response> {
  try {
    return await io.fetch(url, { ...init, signal: io.stop })
  } catch (error) {
    if (io.stop.aborted) throw error
    throw new CliError(
      `No sandbox answers at ${base}. Start one with \`galla sandbox\`, or name another one with --sandbox URL`,
      EXIT.unreachable,
    )
  }
}

const messageOf = (response: unknown) =>
  typeof response === 'object' && response !== null && 'message' in response && typeof response.message === 'string'
    ? response.message
    : undefined
