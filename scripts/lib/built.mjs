import { build } from '../build.mjs'

/** Before tests that use what is published: what is fresh is not built again. */
export default async function built() {
  const { failed } = await build({ quiet: true })
  if (failed.length > 0) throw new Error(`npm run build fails for ${failed.join(', ')}: its output is above`)
}
