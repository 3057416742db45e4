import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import '@galla/react/theme.css'
import './shop.css'

export const metadata: Metadata = { title: 'Tea shop' }

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <main className="galla">{children}</main>
      </body>
    </html>
  )
}
