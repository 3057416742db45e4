import { sdkSubject } from '../lib/sdk-subject.mjs'

/** Galla with its default transport: node:http(s) with one keep-alive agent. */
export const prepare = (origin) => sdkSubject(origin, {})
