import type { BrowserOS } from '@galla/contract/provider/payment-mode'

/** A UPI app, by the name that the provider wants on each system. */
export interface UpiApp {
  readonly name: string
  /** The package, in the provider's letters: its documentation writes Amazon's all in small ones. */
  readonly android: string
  readonly ios: string
}

/** Apps that most payers have, most used first. */
export const UPI_APPS: readonly UpiApp[] = [
  { name: 'PhonePe', android: 'com.phonepe.app', ios: 'PHONEPE' },
  { name: 'Google Pay', android: 'com.google.android.apps.nbu.paisa.user', ios: 'GPAY' },
  { name: 'Paytm', android: 'net.one97.paytm', ios: 'PAYTM' },
  { name: 'BHIM', android: 'in.org.npci.upiapp', ios: 'BHIM' },
  { name: 'CRED', android: 'com.dreamplug.androidapp', ios: 'CRED' },
  { name: 'Amazon', android: 'in.amazon.mshop.android.shopping', ios: 'AMAZON' },
]

export function targetApp(app: UpiApp, device: BrowserOS): string {
  return device === 'iOS' || device === 'Mac OS' ? app.ios : app.android
}
