import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import { isCutOff } from '@galla/http-server/request-guard'

/** Marks a request that lacks headers. A client that sends the mark itself is refused. */
const MARK = 'x-galla-headers-left-out'

/** Each request of every `node:http` server of the process, before its listeners get the request. */
const CHANNEL = 'http.server.request.start'

const mark = (message: unknown): void => {
  const { request } = message as { readonly request: IncomingMessage }
  if (isCutOff(request)) request.headers[MARK] = 'yes'
}

/**
 * Marks from now on each request of which Node has left out the last headers: that cannot be seen in a web request, because Node keeps one of
 * several equal headers. For frameworks that pass on nothing else.
 */
export function markLeftOut(): void {
  unsubscribe(CHANNEL, mark)
  subscribe(CHANNEL, mark)
}

export const lacksHeaders = ({ headers }: Request): boolean => headers.has(MARK)
