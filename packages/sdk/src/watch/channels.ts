import { builtin } from '../crypto/builtin.ts'
import type { HookName } from './hooks.ts'

interface Channel {
  readonly hasSubscribers: boolean
  publish(message: unknown): void
}

const NEVER: Channel = { hasSubscribers: false, publish() {} }

/** `diagnostics_channel`s named `galla:request`, `galla:response`, `galla:error`, `galla:telemetry`, where the runtime has them. */
export function openChannels(): { readonly [Name in HookName]: Channel } {
  const diagnostics = builtin<{ channel(name: string): Channel }>('node:diagnostics_channel')
  const open = (name: HookName) => diagnostics?.channel(`galla:${name}`) ?? NEVER
  return { request: open('request'), response: open('response'), error: open('error'), telemetry: open('telemetry') }
}
