import '@galla/react/theme.css'
import './styles/base.css'
import './styles/layout.css'
import './styles/products.css'
import './styles/cart.css'
import './styles/orders.css'
import './styles/illustrations.css'
import { ErrorBoundary } from '@galla/react/components'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserCart } from './cart/cart-store.tsx'
import { PageFailed } from './components/failed.tsx'
import { I18nProvider } from './i18n/i18n-provider.tsx'
import { OrdersProvider } from './orders/orders-provider.tsx'
import { Shop } from './shop.tsx'

const root = document.querySelector('#shop')
if (!root) throw new Error('index.html has no #shop')
createRoot(root).render(
  <StrictMode>
    <I18nProvider>
      <ErrorBoundary
        fallback={(failure) => (
          <main>
            <PageFailed {...failure} />
          </main>
        )}
      >
        <BrowserCart>
          <OrdersProvider>
            <Shop />
          </OrdersProvider>
        </BrowserCart>
      </ErrorBoundary>
    </I18nProvider>
  </StrictMode>,
)
