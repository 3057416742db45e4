import type { UpiAppId } from '@galla/contract/provider/mode-values'
import type { ValidateUpiReply } from '@galla/contract/provider/replies'

const VPA = /^[A-Za-z0-9.\-_]{2,256}@[A-Za-z][A-Za-z0-9]{1,63}$/

/** Provider-protocol §3.10: at most 255 characters. */
export function isVpa(text: string): boolean {
  return text.length <= 255 && VPA.test(text)
}

/** Who a UPI id belongs to. `invalid@…` and `unknown@…` belong to nobody. */
export function lookUpVpa(vpa: string): ValidateUpiReply {
  const name = vpa.split('@', 1)[0]?.toLowerCase() ?? ''
  return isVpa(vpa) && name !== 'invalid' && name !== 'unknown'
    ? { valid: true, name: 'Asha Sandbox' }
    : { valid: false }
}

/** `success@ybl` → `su****s@ybl`: enough for its owner to recognise, too little for anybody else. */
export function maskVpa(vpa: string): string {
  const [name = '', handle = ''] = vpa.split('@', 2)
  return `${name.slice(0, 2)}****${name.length > 3 ? name.slice(-1) : ''}@${handle}`
}

/** A mobile number's UPI id, masked. */
export function maskPhone(phoneNumber: string): string {
  return `${phoneNumber.replace(/^\+91/, '').slice(0, 2)}****${phoneNumber.slice(-2)}`
}

/** UPI apps by the provider's names for them, with the package by which it names each on Android. */
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
