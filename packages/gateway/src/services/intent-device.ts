import type { PaymentChoice, IntentDevice } from '../provider/provider-port.ts'

/** Apps of iOS are named by one word (`GPAY`), those of Android by their package (`com.phonepe.app`). */
const PACKAGE_NAME = /\./
const OWN_APP_ON_IOS = 'PHONEPE'

/** What the provider wants to know of the phone before it makes an app's link; nothing for any other choice. */
export function intentDevice(choice: PaymentChoice, redirectUrl: string): IntentDevice | undefined {
  if (choice.type !== 'UPI_INTENT') return undefined
  const { targetApp, deviceOS } = choice
  const ios = deviceOS === 'iOS' || deviceOS === 'Mac OS' || (deviceOS === undefined && !PACKAGE_NAME.test(targetApp))
  if (!ios) return { deviceOS: 'ANDROID' }
  // A shop on the web is led back to by its own address.
  const leadsBack = targetApp === OWN_APP_ON_IOS ? { merchantCallBackScheme: schemeOf(redirectUrl) } : {}
  return { deviceOS: 'IOS', ...leadsBack }
}

const schemeOf = (address: string) => new URL(address).protocol.slice(0, -1)
