import { staticFiles } from '@galla/http-server/static-files'
import type { Hono } from 'hono'
import { testToolsFiles } from '../package-info.ts'

/**
 * Mounts the files of the test tools. The gateway passes them on below its console: the pages need the console's API, which a page of the
 * sandbox's origin cannot call. Opened here, the page has a policy that loads nothing.
 */
export function mountTestTools(app: Hono): void {
  const { path: root, whenMissing } = testToolsFiles()
  const files = staticFiles({ root, mount: '/test-tools/' })
  app.get('/test-tools/*', async (c) => (await files(c.req.raw)) ?? c.text(`${whenMissing}\n`, 404))
}
