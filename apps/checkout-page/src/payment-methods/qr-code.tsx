/** A chunk of its own: the QR encoder is loaded when a code is shown. */
export { QrCode as default } from '@galla/react/components'
