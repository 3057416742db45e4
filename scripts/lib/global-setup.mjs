import { build } from '../build.mjs'
import { chromiumPath } from './chromium.mjs'

/** Before tests of what is published: builds what is stale and unpacks the browser, once for all test files. */
export default async function setup() {
  const { failed } = await build({ quiet: true })
  if (failed.length > 0) throw new Error(`npm run build fails for ${failed.join(', ')}: its output is above`)
  // Workers inherit it; @galla/testkit/chromium starts the browser from there.
  process.env.GALLA_CHROMIUM = await chromiumPath()
}
