import { gallaSubject, missingDoor } from '../lib/galla.mjs'

/** Galla as it comes: node:http(s) with one keep-alive agent. */
export async function prepare(origin) {
  const missing = missingDoor('index')
  return missing ? { missing } : gallaSubject(origin, {})
}
