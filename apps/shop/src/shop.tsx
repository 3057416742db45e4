import { GallaProvider } from '@galla/react'
import { ErrorBoundary } from '@galla/react/components'
import { type ComponentType, useCallback } from 'react'
import { CartPage } from './cart/cart-page.tsx'
import { PayPage } from './checkout/load-pay-page.tsx'
import { inLanguage } from './checkout/page-language.ts'
import { usePageSettings } from './checkout/page-settings.ts'
import { ThanksPage } from './checkout/thanks-page.tsx'
import { PageFailed } from './components/failed.tsx'
import { Header, OfflineNotice } from './components/layout.tsx'
import { NotFoundPage } from './components/not-found.tsx'
import { useI18n } from './i18n/i18n-provider.tsx'
import { OrdersPage } from './orders/orders-page.tsx'
import { ProductsPage } from './products/products-page.tsx'
import { usePath } from './router.tsx'
import { SubscribedPage, SubscribePage, SubscriptionPage } from './subscription/load-pages.tsx'

const PAGES: { readonly [path: string]: ComponentType } = {
  '/': ProductsPage,
  '/cart': CartPage,
  '/pay': PayPage,
  '/thanks': ThanksPage,
  '/orders': OrdersPage,
  '/subscribe': SubscribePage,
  '/subscribed': SubscribedPage,
  '/subscription': SubscriptionPage,
}

/** Pages on which the payment components report a lost connection themselves. */
const PAYMENT_PAGES = new Set(['/pay', '/thanks', '/subscribed', '/subscription'])

/** The page of the current path, with header and footer. */
export function Shop() {
  const { messages, locale, payment = {} } = useI18n()
  const settings = usePageSettings()
  const pageUrl = useCallback((url: string) => inLanguage(url, locale, settings), [locale, settings])
  const path = usePath()
  const Page = PAGES[path] ?? NotFoundPage
  return (
    <GallaProvider
      gatewayUrl="/payments"
      locale={locale === 'hi' ? 'hi' : 'en'}
      messages={payment}
      checkoutScript={settings?.checkoutScript}
      pageUrl={pageUrl}
    >
      <a className="skip" href={`${path}#main`}>
        {messages.skip}
      </a>
      <Header />
      <main id="main" tabIndex={-1}>
        {!PAYMENT_PAGES.has(path) && <OfflineNotice />}
        <ErrorBoundary resetKey={path} fallback={(failure) => <PageFailed {...failure} />}>
          <Page />
        </ErrorBoundary>
      </main>
      <footer className="site-footer">
        <p className="muted small">{messages.sandboxNote}</p>
      </footer>
    </GallaProvider>
  )
}
