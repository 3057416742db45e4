import { gallaSubject, missingDoor } from '../lib/galla.mjs'

/** Galla over the global fetch, as it runs on workers. */
export async function prepare(origin) {
  const missing = missingDoor('index')
  return missing ? { missing } : gallaSubject(origin, { fetch: (url, init) => fetch(url, init) })
}
