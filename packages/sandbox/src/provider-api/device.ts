import type { BrowserOS, PaymentMode } from '@galla/contract/provider/payment-mode'
import type { Quirks } from '../quirks.ts'
import { checkFields, checkText } from './checks.ts'
import { badField } from './error-bodies.ts'

/** Provider-protocol §3.9: an intent must say on which system its app lives. */
export function checkIntentDevice(value: unknown, mode: PaymentMode & { type: 'UPI_INTENT' }): void {
  const context = checkFields(value, 'deviceContext')
  const deviceOS = checkText(context.deviceOS, 'deviceContext.deviceOS')
  if (deviceOS !== 'ANDROID' && deviceOS !== 'IOS') throw badField('deviceContext.deviceOS', 'must be ANDROID or IOS.')
  const field = 'deviceContext.merchantCallBackScheme'
  const scheme = context.merchantCallBackScheme
  const needed = deviceOS === 'IOS' && mode.targetApp === 'PHONEPE'
  if (!needed && (scheme === undefined || scheme === null)) return
  if (!/^[A-Za-z][A-Za-z0-9.-]*$/.test(checkText(scheme, field))) {
    throw badField(field, 'must start with a letter and hold letters, digits, . and - only.')
  }
}

const BROWSER_SYSTEMS: ReadonlySet<string> = new Set<BrowserOS>(['Windows', 'iOS', 'Android', 'Mac OS', 'Other'])

/** Provider-protocol §4.2: the newer rule for collect requests, where the sandbox is told to follow it. */
export function checkCollectDevice(deviceOs: string | undefined, quirks: Quirks): void {
  if (quirks.collectDeviceOs === 'ignored') return
  if (deviceOs === undefined) throw badField('x-device-os', 'must be sent with a collect request.')
  if (!BROWSER_SYSTEMS.has(deviceOs))
    throw badField('x-device-os', `must be one of ${[...BROWSER_SYSTEMS].join(', ')}.`)
  if (quirks.collectDeviceOs === 'ios-only' && deviceOs !== 'iOS') {
    throw badField('x-device-os', 'must be iOS: collect requests are no longer taken from other systems.')
  }
}
