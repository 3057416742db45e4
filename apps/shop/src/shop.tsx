import { GallaProvider } from '@galla/react'
import { hi } from '@galla/react/i18n/hi'
import { useEffect, useState } from 'react'
import { CartPage } from './cart/cart-page.tsx'
import { PayPage } from './checkout/pay-page.tsx'
import { ThanksPage } from './checkout/thanks-page.tsx'
import { Header, Offline } from './components/layout.tsx'
import { useSpoken } from './i18n/i18n-provider.tsx'
import { OrdersPage } from './orders/orders-page.tsx'
import { StallPage } from './products/products-page.tsx'
import { usePath } from './route.tsx'
import { askShop } from './shop-api.ts'

const PAGES: { readonly [path: string]: () => React.ReactNode } = {
  '/cart': CartPage,
  '/pay': PayPage,
  '/thanks': ThanksPage,
  '/orders': OrdersPage,
}

/** The payment parts say by themselves when the line is down; twice would be noise. */
const SPEAKS_OF_THE_LINE = new Set(['/pay', '/thanks'])

/** Awning above, floor below, and between them the page that the address names. */
export function Shop({ onCheckoutScript }: { onCheckoutScript: (address: string) => void }) {
  const { words, language } = useSpoken()
  const checkoutScript = useCheckoutScript(onCheckoutScript)
  const path = usePath()
  const Page = PAGES[path] ?? StallPage
  return (
    <GallaProvider
      gatewayUrl="/payments"
      {...(language === 'hi' && { words: hi })}
      {...(checkoutScript !== undefined && { checkoutScript })}
    >
      <a className="skip" href={`${path}#main`}>
        {words.skip}
      </a>
      <Header />
      <main id="main" tabIndex={-1}>
        {!SPEAKS_OF_THE_LINE.has(path) && <Offline />}
        <Page />
      </main>
      <footer className="floor">
        <p className="soft small">{words.sandboxNote}</p>
      </footer>
    </GallaProvider>
  )
}

/** Where the provider's script is, says the server: it knows which provider this shop has. */
function useCheckoutScript(heard: (address: string) => void): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    let current = true
    askShop('GET /api/settings').then(
      ({ checkoutScript }) => {
        if (!current) return
        heard(checkoutScript)
        setAddress(checkoutScript)
      },
      // Without it the payment page opens by redirect all the same.
      () => {},
    )
    return () => {
      current = false
    }
  }, [heard])
  return address
}
