import { missingBuild, sdkSubject } from '../lib/sdk-subject.mjs'

/** Galla with the global fetch, as on workers. */
export async function prepare(origin) {
  const missing = missingBuild('index')
  return missing ? { missing } : sdkSubject(origin, { fetch: (url, init) => fetch(url, init) })
}
