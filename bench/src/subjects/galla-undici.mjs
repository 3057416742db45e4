import { missingBuild, sdkSubject } from '../lib/sdk-subject.mjs'

/** Galla with an undici pool, an optional subpath. */
export async function prepare(origin) {
  const missing = missingBuild('undici')
  if (missing) return { missing }
  const { undiciTransport } = await import('@galla/sdk/undici')
  return sdkSubject(origin, { fetch: undiciTransport() })
}
