import { fileURLToPath } from 'node:url'
import { isError } from '../is-error.ts'
import { errorClass } from './error-class.ts'
import type { LogFields } from './log-fields.ts'

/** `    at name (file:///srv/handlers.mjs:12:9)`, also without a name. */
const FRAME = /^ +at (?:.* \(|async )?((?:file:\/\/|\/|[A-Za-z]:\\).+?:\d+:\d+)\)?$/
const LIBRARY = /[\\/]node_modules[\\/]/

/**
 * Returns the fields that a log may have about an error of the merchant's code: its class, its code, and the line outside libraries that
 * threw it. The message is left out: it may hold secrets and personal data in any form.
 */
export function errorFields(error: unknown): LogFields {
  const named = errorClass(error)
  if (!isError(error)) return named
  try {
    const at = placeOf(error)
    return { ...named, ...(at === undefined ? {} : { at }) }
  } catch {
    return named
  }
}

/** The first line of the stack that is of no library and not of Node. The message in front, which may have lines of its own, is cut off. */
function placeOf({ stack, name, message }: Error): string | undefined {
  const head = message === '' ? name : `${name}: ${message}`
  if (typeof stack !== 'string' || !stack.startsWith(`${head}\n`)) return undefined
  const frames = stack.slice(head.length + 1).split('\n')
  const places = frames.flatMap((frame) => FRAME.exec(frame)?.[1] ?? [])
  const own = places.find((place) => !LIBRARY.test(place))
  return own?.startsWith('file://') ? pathOf(own) : own
}

function pathOf(place: string): string {
  const [, url = '', position = ''] = /^(.+?)((?::\d+){2})$/.exec(place) ?? []
  return fileURLToPath(url) + position
}
