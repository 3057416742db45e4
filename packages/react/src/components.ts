export { Amount, amountText } from './components/amount.tsx'
export { BankEntry, type BankEntryProps, findBanks, type ListedBank } from './components/bank-form.tsx'
export {
  Button,
  type ButtonProps,
  CopyButton,
  Field,
  type FieldProps,
  Icon,
  type IconName,
  Note,
} from './components/controls.tsx'
export { Countdown, type CountdownProps } from './components/countdown.tsx'
export { CardEntry, type CardEntryProps } from './components/new-card-form.tsx'
export { MethodFold, type MethodFoldProps } from './components/payment-method-item.tsx'
export { QrCode, type QrCodeProps, qrPath } from './components/qr-code.tsx'
export { type KeptCard, SavedCardEntry, type SavedCardEntryProps } from './components/saved-card-form.tsx'
export { AppTiles, type AppTilesProps, VpaEntry, type VpaEntryProps } from './components/upi-forms.tsx'
export { browserPresence, isPhone, type Presence } from './core/browser.ts'
export {
  type CardFaults,
  checkCard,
  cvvFault,
  digitsOf,
  formatInput,
  groupNumber,
  numberFault,
  passesLuhn,
  readExpiry,
  spacedExpiry,
  type TypedCard,
} from './core/card.ts'
export { type Brand, brandOf, type Network, networkName } from './core/card-network.ts'
export { clockText, type Heard, serverNow, spokenStep } from './core/clock.ts'
export { isVpa } from './core/upi.ts'
export { en, type Words } from './i18n/en.ts'
export { fill, reasonOf } from './i18n/messages.ts'
