import { type CheckoutScript, createCheckoutScript } from './checkout-script.ts'

declare global {
  interface Window {
    PhonePeCheckout: CheckoutScript
  }
}

window.PhonePeCheckout = createCheckoutScript(window)
