import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { GatewaySettings } from '@galla/gateway'
import { Failure } from './failure.ts'

type Own = Pick<GatewaySettings, 'on' | 'notifiers' | 'paymentMethods'>

/** The shop's own module. @throws Failure in one sentence, with the variable that names the file */
export async function loadHandlers(file: string): Promise<Own> {
  const found: Own = await import(pathToFileURL(resolve(file)).href).catch((error: unknown) => {
    const says = error instanceof Error ? error.message : String(error)
    throw new Failure(`GALLA_HANDLERS: ${file} cannot be loaded: ${says}`)
  })
  const { on, notifiers, paymentMethods } = found
  if (!on && !notifiers && !paymentMethods) {
    throw new Failure(`GALLA_HANDLERS: ${file} exports none of on, notifiers and paymentMethods by name`)
  }
  return { ...(on ? { on } : {}), ...(notifiers ? { notifiers } : {}), ...(paymentMethods ? { paymentMethods } : {}) }
}
