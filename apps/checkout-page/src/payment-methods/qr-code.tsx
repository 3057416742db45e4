/** A chunk of its own: the code's encoder comes when a code is wanted. */
export { QrCode as default } from '@galla/react/components'
