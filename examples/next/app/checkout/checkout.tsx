'use client'

import { GallaProvider, PaymentElement } from '@galla/react'
import { Button, formatAmount } from '@galla/react/components'
import type { Paise } from '@galla/sdk'
import { useRef, useState, useTransition } from 'react'
import { createOrder } from './create-order'

/** The shop's own checkout page. `<PaymentElement>` follows the payment through `/payments`; the server decides when it is paid. */
export function Checkout({ amount }: { amount: Paise }) {
  // In your shop: the cart of this session. A second attempt pays for the same cart, which is fulfilled once.
  const cart = useRef('')
  const [payerToken, setPayerToken] = useState<string>()
  const [creating, startCreating] = useTransition()
  const create = () =>
    startCreating(async () => {
      cart.current ||= crypto.randomUUID()
      setPayerToken(await createOrder(cart.current))
    })

  if (!payerToken) {
    return (
      <Button onClick={create} busy={creating}>
        Pay {formatAmount(amount)}
      </Button>
    )
  }
  return (
    <GallaProvider gatewayUrl="/payments">
      <PaymentElement payerToken={payerToken} onStartAgain={create} />
    </GallaProvider>
  )
}
