import { pageHeaders } from '@galla/http-server/csp'
import { withBase } from '@galla/http-server/static-files'
import type { Context } from 'hono'
import { HttpError } from '../../http/responses.ts'
import type { ConsoleContext } from './context.ts'
import { policyOf } from './pages.ts'
import { askSandbox } from './sandbox.ts'

/** The address of a file ends like this; every other address shows the page. */
const FILE = /\.[a-z0-9]+$/i

/**
 * Passes on the page of the test tools and its files. They are in the package of the sandbox, so that a gateway without a sandbox has none
 * of them. They hold no data: the console's API does. The gateway sets the base and the policy of the page.
 */
export function testTools(console: ConsoleContext): (c: Context) => Promise<Response> {
  const { sandboxUrl, path } = console
  const policy = pageHeaders(policyOf(console))
  return async (c) => {
    if (sandboxUrl === undefined) {
      throw new HttpError(
        404,
        'NO_SANDBOX',
        'The test tools need a local sandbox. Run npx galla sandbox, and start the gateway with environment SANDBOX and console.providerUrl.',
      )
    }
    const isPage = !FILE.test(c.req.path)
    const response = await askSandbox(new URL(isPage ? '/test-tools/index.html' : c.req.path, sandboxUrl))
    const { status, body, headers: found } = response
    const headers = new Headers(policy)
    for (const name of ['content-type', 'cache-control']) headers.set(name, found.get(name) ?? '')
    if (!isPage || !response.ok) return new Response(body, { status, headers })
    headers.set('cache-control', 'no-store')
    return new Response(withBase(await response.text(), `${path}/`), { headers })
  }
}

/** Leads an address that a page of the test tools had as a page of the console to the page, with its query. */
export const toTestTools = ({ path }: ConsoleContext, c: Context): Response =>
  c.redirect(`${path}/test-tools${c.req.path}${new URL(c.req.url).search}`, 302)
