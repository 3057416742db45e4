/** Schemes that open a UPI app with a payment filled in. */
const APPS = /^(?:upi|phonepe|ppe|tez|gpay|paytmmp|paytm|credpay|super|bhim|amazonpay|intent):/i

/** A page's address that a payer may be sent to; anything but http(s) gives undefined. */
export function pageAddress(text: string | undefined): string | undefined {
  return text !== undefined && /^https?:\/\//i.test(text) ? text : undefined
}

/** An app's address that a payer may open: a UPI scheme or https. A script in it would run in the shop's name. */
export function appAddress(text: string | undefined): string | undefined {
  return text !== undefined && (APPS.test(text) || /^https:\/\//i.test(text)) ? text : undefined
}
