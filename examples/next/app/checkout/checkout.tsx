'use client'

import { GallaProvider, PaymentElement } from '@galla/react'
import { Button, formatAmount } from '@galla/react/components'
import type { Paise } from '@galla/sdk'
import { useState, useTransition } from 'react'
import { openOrder } from './open-order.ts'

/** The shop's own page: the parts follow the payment through `/payments`, and only the server says that it is paid. */
export function Checkout({ amount }: { amount: Paise }) {
  // In your shop: the cart of this session. Whoever tries again pays for the same one, and it is fulfilled once.
  const [cart] = useState(() => crypto.randomUUID())
  const [payerToken, setOrderToken] = useState<string>()
  const [opening, startOpening] = useTransition()
  const open = () => startOpening(async () => setOrderToken(await openOrder(cart)))

  if (!payerToken) {
    return (
      <Button onClick={open} busy={opening}>
        Pay {formatAmount(amount)}
      </Button>
    )
  }
  return (
    <GallaProvider gatewayUrl="/payments">
      <PaymentElement payerToken={payerToken} onStartAgain={open} />
    </GallaProvider>
  )
}
