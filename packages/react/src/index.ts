export type { Appearance } from '@galla/contract/appearance/appearance'
export type { PayerView, PaymentMethods } from '@galla/contract/gateway-api/payer-routes'
export { inr, type Paise, paise } from '@galla/contract/money'
export { storedOrder, storeOrder } from './core/browser.ts'
export type { MethodName } from './core/last-method.ts'
export type { PayRequest } from './core/payer-client.ts'
export type { Payment, PaymentPhase, PaymentState, ReceivedView, Refusal } from './core/payment-state.ts'
export type { UpiApp } from './core/upi.ts'
export { GallaProvider, type GallaProviderProps, type Locale } from './hooks/provider.tsx'
export { type CheckoutResult, type StartedOrder, type UseCheckoutResult, useCheckout } from './hooks/use-checkout.ts'
export { type UsePaymentResult, usePayment } from './hooks/use-payment.ts'
export { en, type Messages } from './i18n/en.ts'
export { CheckoutButton, type CheckoutButtonProps } from './payment-flow/checkout-button.tsx'
export { type PaymentProps, PaymentStatus } from './payment-flow/payment-status.tsx'
export {
  CardForm,
  type CardFormOptions,
  type CardFormProps,
  SavedCards,
  type SavedCardsOptions,
} from './payment-methods/card.tsx'
export { NetBanking, type NetBankingProps } from './payment-methods/net-banking.tsx'
export {
  type MethodOptions,
  PaymentElement,
  type PaymentElementProps,
} from './payment-methods/payment-element.tsx'
export type { Prefill } from './payment-methods/prefill.ts'
export {
  UpiCollect,
  type UpiCollectProps,
  type UpiFlow,
  UpiIntent,
  type UpiIntentProps,
  type UpiOptions,
  UpiQr,
} from './payment-methods/upi.tsx'
