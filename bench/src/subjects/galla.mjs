import { missingBuild, sdkSubject } from '../lib/sdk-subject.mjs'

/** Galla with its default transport: node:http(s) with one keep-alive agent. */
export async function prepare(origin) {
  const missing = missingBuild('index')
  return missing ? { missing } : sdkSubject(origin, {})
}
