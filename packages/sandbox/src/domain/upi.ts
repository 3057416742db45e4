import type { UpiAppId } from '@galla/contract/provider/mode-values'
import type { ValidateUpiResponse } from '@galla/contract/provider/responses'

/** UPI apps by the provider's ids, with the package name that Android intents use. */
export const UPI_APPS: readonly { readonly id: UpiAppId; readonly name: string; readonly android: string }[] = [
  { id: 'phonepe', name: 'PhonePe', android: 'com.phonepe.app' },
  { id: 'gpay', name: 'Google Pay', android: 'com.google.android.apps.nbu.paisa.user' },
  { id: 'paytm', name: 'Paytm', android: 'net.one97.paytm' },
  { id: 'bhim', name: 'BHIM', android: 'in.org.npci.upiapp' },
  { id: 'amazon', name: 'Amazon Pay', android: 'in.amazon.mshop.android.shopping' },
  { id: 'cred', name: 'CRED', android: 'com.dreamplug.androidapp' },
  { id: 'supermoney', name: 'super.money', android: 'money.super.payments' },
  { id: 'others', name: 'Another UPI app', android: '' },
]

/** The provider's id of a link that any UPI app opens: what an intent without a `targetApp` gets. */
export const ANY_UPI_APP = 'others'

/** The app id for a `targetApp`, which is an id or an Android package name in any case. */
export function upiAppId(targetApp: string): UpiAppId {
  const wanted = targetApp.toLowerCase()
  return UPI_APPS.find((app) => app.id === wanted || app.android.toLowerCase() === wanted)?.id ?? ANY_UPI_APP
}

const VPA = /^[A-Za-z0-9.\-_]{2,256}@[A-Za-z][A-Za-z0-9]{1,63}$/

/** True when a text is a UPI id of at most 255 characters (protocol §3.10). */
export function isVpa(text: string): boolean {
  return text.length <= 255 && VPA.test(text)
}

/** The holder of a UPI id. `invalid@…` and `unknown@…` do not exist. */
export function lookUpVpa(vpa: string): ValidateUpiResponse {
  const name = vpa.split('@', 1)[0]?.toLowerCase() ?? ''
  return isVpa(vpa) && name !== 'invalid' && name !== 'unknown'
    ? { valid: true, name: 'Asha Sandbox' }
    : { valid: false }
}

/** `success@ybl` → `su****s@ybl`. */
export function maskVpa(vpa: string): string {
  const [name = '', handle = ''] = vpa.split('@', 2)
  return `${name.slice(0, 2)}****${name.length > 3 ? name.slice(-1) : ''}@${handle}`
}

/** `+919000000001` → `90****01`. */
export function maskPhone(phoneNumber: string): string {
  return `${phoneNumber.replace(/^\+91/, '').slice(0, 2)}****${phoneNumber.slice(-2)}`
}
