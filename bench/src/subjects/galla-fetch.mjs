import { sdkSubject } from '../lib/sdk-subject.mjs'

/** Galla with the global fetch, as on workers. */
export const prepare = (origin) => sdkSubject(origin, { fetch: (url, init) => fetch(url, init) })
