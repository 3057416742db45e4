import { undiciTransport } from '@galla/sdk/undici'
import { sdkSubject } from '../lib/sdk-subject.mjs'

/** Galla with an undici pool, an optional subpath. */
export const prepare = (origin) => sdkSubject(origin, { fetch: undiciTransport() })
