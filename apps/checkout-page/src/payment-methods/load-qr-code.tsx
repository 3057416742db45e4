import { part } from '../components/part.tsx'

/** The QR code, whose encoder only payers with another device need. */
export const QrCode = part(() => import('./qr-code.tsx').then((code) => code.default), {
  Loading: () => <div className="galla-qr" />,
})
