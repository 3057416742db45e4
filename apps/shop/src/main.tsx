import './theme/fonts.css'
import '@galla/react/theme.css'
import './theme/base.css'
import './theme/frame.css'
import './theme/stall.css'
import './theme/cart.css'
import './theme/orders.css'
import './theme/art.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { browserCart } from './cart/cart-store.ts'
import { CartProvider } from './cart/use-cart.tsx'
import { OrdersProvider } from './orders/use-orders.tsx'
import { allowCheckoutScript } from './pay/checkout-script.ts'
import { Shop } from './shop.tsx'
import { WordsProvider } from './words/use-words.tsx'

const root = document.querySelector('#shop')
if (!root) throw new Error('index.html has no #shop')
createRoot(root).render(
  <StrictMode>
    <WordsProvider>
      <CartProvider store={browserCart()}>
        <OrdersProvider>
          <Shop onCheckoutScript={allowCheckoutScript} />
        </OrdersProvider>
      </CartProvider>
    </WordsProvider>
  </StrictMode>,
)
