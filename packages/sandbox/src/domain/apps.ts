import type { UpiAppId } from '@galla/contract/provider/mode-values'

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
