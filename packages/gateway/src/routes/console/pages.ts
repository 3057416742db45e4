import { type CspPolicy, type CspSource, pageHeaders } from '@galla/http-server/csp'
import { isLoopback } from '@galla/http-server/loopback'
import { staticFiles } from '@galla/http-server/static-files'
import type { Context } from 'hono'
import { HEADERS } from '../../http/responses.ts'
import { consoleFiles } from '../../package-info.ts'
import type { ConsoleContext } from './context.ts'

/** The policy of the console's page and of the test tools. */
export const policyOf = ({ sandboxUrl }: ConsoleContext): CspPolicy => ({
  scripts: ["'self'"],
  styles: ["'self'"],
  images: ["'self'", 'data:'],
  fonts: ["'self'"],
  connections: ["'self'"],
  formTargets: ["'self'"],
  ...(sandboxUrl === undefined ? {} : { frames: framesOf(new URL(sandboxUrl)) }),
})

/** The playground shows the sandbox's hosted page in a frame. Of a container, browsers open the port that is published on their machine. */
const framesOf = ({ origin, host }: URL): readonly CspSource[] =>
  isLoopback(host) ? [origin as `http://${string}`] : ['http://localhost:*', 'http://127.0.0.1:*']

/** The console's static files; every other path serves its page. They hold no data: the API does. */
export function consolePages(console: ConsoleContext): (c: Context) => Promise<Response> {
  const headers = pageHeaders(policyOf(console))
  const { path, whenMissing } = consoleFiles()
  const answer = staticFiles({
    root: path,
    mount: '/',
    index: {
      at: (asked) => !/\.[a-z0-9]+$/i.test(asked),
      headers: () => headers,
      baseHref: `${console.path}/`,
      whenMissing,
    },
  })
  return async (c) => (await answer(c.req.raw)) ?? c.text('Not found', 404, HEADERS)
}
