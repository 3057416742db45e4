import { type CspPolicy, pageHeaders } from '@galla/http-server/csp'
import { staticFiles } from '@galla/http-server/static-files'
import type { Context } from 'hono'
import { HEADERS } from '../../http/responses.ts'
import { consoleFiles } from '../../package-info.ts'
import type { ConsoleContext } from './context.ts'

const policyOf = ({ sandboxUrl }: ConsoleContext): CspPolicy => ({
  scripts: ["'self'"],
  styles: ["'self'"],
  images: ["'self'", 'data:'],
  fonts: ["'self'"],
  connections: ["'self'"],
  formTargets: ["'self'"],
  // The playground shows the sandbox's hosted page in a frame.
  ...(sandboxUrl === undefined ? {} : { frames: [new URL(sandboxUrl).origin as `http://${string}`] }),
})

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
