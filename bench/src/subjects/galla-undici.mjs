import { gallaSubject, missingDoor } from '../lib/galla.mjs'

/** Galla over an undici pool, the opt-in subpath. */
export async function prepare(origin) {
  const missing = missingDoor('undici')
  if (missing) return { missing }
  const { undiciTransport } = await import('@galla/sdk/undici')
  return gallaSubject(origin, { fetch: undiciTransport() })
}
