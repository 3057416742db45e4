import { invalid } from './fields.ts'

/** Where a payer is sent: http or https only, so that no `javascript:` travels through a payment page. */
export function checkRedirectUrl(address: unknown, field = 'redirectUrl'): void {
  if (typeof address !== 'string') throw invalid(field, 'must be an address such as https://shop.example/thanks')
  let protocol: string
  try {
    protocol = new URL(address).protocol
  } catch {
    throw invalid(field, 'must be a whole address such as https://shop.example/thanks')
  }
  if (protocol !== 'https:' && protocol !== 'http:') throw invalid(field, 'must begin with https://')
}
