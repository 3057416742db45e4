export { Amount, type AmountProps, formatAmount } from './components/amount.tsx'
export { type Bank, BankForm, type BankFormProps, searchBanks } from './components/bank-form.tsx'
export {
  Alert,
  type AlertProps,
  Button,
  type ButtonProps,
  CopyButton,
  type CopyButtonProps,
  Icon,
  type IconName,
} from './components/controls.tsx'
export { Countdown, type CountdownProps } from './components/countdown.tsx'
export { ErrorBoundary, type ErrorBoundaryProps, type Failure, needsReload } from './components/error-boundary.tsx'
export { FailureNote, type FailureNoteProps } from './components/failure-note.tsx'
export { Field, type FieldProps } from './components/field.tsx'
export { type LazyPart, type LazyPartOptions, lazyPart } from './components/lazy-part.tsx'
export { NewCardForm, type NewCardFormProps } from './components/new-card-form.tsx'
export { PaymentMethodItem, type PaymentMethodItemProps } from './components/payment-method-item.tsx'
export { QrCode, type QrCodeProps, qrPath } from './components/qr-code.tsx'
export { type SavedCard, SavedCardForm, type SavedCardFormProps } from './components/saved-card-form.tsx'
export {
  type UpiAppItem,
  UpiAppList,
  type UpiAppListProps,
  VpaForm,
  type VpaFormProps,
} from './components/upi-forms.tsx'
export { browserPresence, isPhone, type Presence } from './core/browser.ts'
export {
  type CardErrors,
  type CardInput,
  type CvvError,
  cardNumberError,
  cvvError,
  formatCardNumber,
  formatExpiry,
  formatInputValue,
  onlyDigits,
  parseExpiry,
  passesLuhn,
  validateCard,
} from './core/card.ts'
export { type CardBrand, detectCardBrand } from './core/card-network.ts'
export { formatTimeLeft, type ServerTime, secondsToAnnounce, serverNow } from './core/clock.ts'
export type { CardKey } from './core/encrypt-card.ts'
export { lastMethod, type MethodName, methodOf, rememberMethod } from './core/last-method.ts'
export { type CardNetwork, networkName, paidCardName } from './core/network-name.ts'
export { isVpa } from './core/vpa.ts'
export { type ComponentMessages, componentMessages } from './i18n/component-messages.ts'
export { en, type Messages } from './i18n/en.ts'
export { failureMessage, formatMessage, refusalMessage } from './i18n/messages.ts'
