import { paise } from '@galla/contract/money'
import { useMutation } from '@tanstack/react-query'
import { under } from '../../api/base.ts'
import { call } from '../../api/call.ts'

const AMOUNT = paise(49_900)

export interface Sample {
  merchantOrderId: string
  /** The hosted page, for a browser that opened none. */
  pageUrl?: string
}

/** One payment at the sandbox, to see how it goes. Its page opens beside this one; when it is paid, it leads to the order. */
export function useSample(onMade: (sample: Sample) => void) {
  return useMutation({
    mutationFn: async (tab: Window | null) => {
      const reference = `sample-${crypto.randomUUID().slice(0, 8)}`
      const made = await call('POST /playground/pay', {
        body: {
          checkout: 'STANDARD',
          amount: AMOUNT,
          reference,
          redirectUrl: under(`orders?q=${reference}`),
        },
      }).catch((error: unknown) => {
        tab?.close()
        throw error
      })
      if (tab && made.redirectUrl) tab.location.replace(made.redirectUrl)
      return made
    },
    onSuccess: ({ order: { merchantOrderId }, redirectUrl }) =>
      onMade({ merchantOrderId, ...(redirectUrl === undefined ? {} : { pageUrl: redirectUrl }) }),
  })
}

/** Within the press, or the browser takes it for an advertisement. */
export function openTab(): Window | null {
  const tab = window.open('about:blank', '_blank')
  if (tab) tab.opener = null
  return tab
}
