import type { Paise } from '@galla/contract/money'
import type { CardDetails } from '@galla/contract/provider/payment-mode'
import { type FocusEvent, type FormEvent, type ReactElement, useCallback, useEffect, useRef, useState } from 'react'
import {
  type CardErrors,
  type CardInput,
  formatCardNumber,
  formatExpiry,
  formatInputValue,
  isAccepted,
  onlyDigits,
  validateCard,
} from '../core/card.ts'
import { type CardBrand, detectCardBrand } from '../core/card-network.ts'
import {
  type CardKey,
  type CardProblem,
  encryptAndSend,
  encryptCard,
  importCardKey,
  preloadCardEncryption,
} from '../core/encrypt-card.ts'
import { networkName } from '../core/network-name.ts'
import type { ComponentMessages } from '../i18n/component-messages.ts'
import { formatMessage } from '../i18n/messages.ts'
import { formatAmount } from './amount.tsx'
import { Alert, Button, Icon } from './controls.tsx'
import { Field } from './field.tsx'

/** Props of `<NewCardForm>`. */
export interface NewCardFormProps {
  /** The payer's language. */
  messages: ComponentMessages
  /** Shown on the button. In paise. */
  amount: Paise
  /** The provider's public key, with which number and CVV are encrypted. */
  cardKey: CardKey
  /** The server's clock in epoch milliseconds, to judge the expiry. */
  now: () => number
  /** The button ignores clicks. */
  busy: boolean
  /**
   * Accepted networks, for example `['VISA', 'RUPAY']`.
   * @default all networks
   */
  networks?: readonly string[] | undefined
  /**
   * Shows a checkbox to save the card.
   * @default false
   */
  offersSaving?: boolean | undefined
  /**
   * Initial value of the name on the card.
   * @default empty
   */
  holderName?: string | undefined
  /**
   * Sends the encrypted card. Resolve with false when the card was refused; reject when the outcome is unknown. The form clears
   * the CVV in both cases.
   */
  onCard: (card: CardDetails, savedCard: boolean) => Promise<boolean>
}

interface JudgedFields {
  errors: CardErrors
  /** The last submission was refused for its fields: every wrong one shows its error, also an empty one. */
  submitted: boolean
}

/**
 * Form for a new card. The typed text stays in the inputs until submission and leaves the page only encrypted. The text is never in
 * React's state, in storage or in an error. On an insecure connection, the component shows a message instead of the form.
 *
 * @example
 * ```tsx
 * <NewCardForm messages={en} amount={amount} cardKey={cardKey} now={Date.now} busy={false} onCard={payByCard} />
 * ```
 */
export function NewCardForm(props: NewCardFormProps): ReactElement {
  const { messages, amount, cardKey, now, busy, networks, offersSaving = false, holderName, onCard } = props
  const [{ errors, submitted }, setJudged] = useState<JudgedFields>({ errors: {}, submitted: false })
  const [problem, setProblem] = useState<CardProblem>()
  const paying = useRef(false)
  const afterPress = useAfterPress()
  // Load the library while the payer types. After a failure, submitting loads it again.
  useEffect(() => void preloadCardEncryption().catch(() => {}), [])
  if (!window.isSecureContext) return <Alert tone="warning">{messages.cardInsecure}</Alert>

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const found = validateCard(readForm(form), now(), networks)
    const [first] = Object.keys(found)
    setJudged({ errors: found, submitted: first !== undefined })
    if (first) return inputOf(form, first)?.focus()
    if (paying.current || busy) return
    paying.current = true
    let accepted = false
    const encrypt = async () => ({ ...encryptCard(await importCardKey(cardKey), readForm(form)), ...holderOf(form) })
    const result = await encryptAndSend(encrypt, async (card) => {
      accepted = await onCard(card, new FormData(form).has('save'))
    })
    const cvv = inputOf(form, 'cvv')
    if (!accepted && cvv) cvv.value = ''
    setProblem(result)
    paying.current = false
  }
  /** Judges a field when the payer leaves it. Before the first submission, an empty one may still be filled in. */
  const checkField = ({ target }: FocusEvent<HTMLFormElement>) => {
    const field: unknown = target
    if (!isInput(field) || !field.form || !isCardField(field.name)) return
    const { name, form } = field
    afterPress(() => {
      const found = validateCard(readForm(form), now(), networks)[name]
      const isEmpty = field.value.trim() === ''
      setJudged(({ errors: { [name]: _, ...others }, submitted }) => {
        const error = isEmpty && !submitted ? undefined : found
        return { errors: error === undefined ? others : { ...others, [name]: error }, submitted }
      })
    })
  }
  /** Clears the error of a field as soon as it is right. New errors wait until the payer leaves the field. */
  const clearErrors = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    const found = Object.entries(validateCard(readForm(currentTarget), now(), networks))
    setJudged(({ errors: shown, submitted }) => ({
      errors: Object.fromEntries(found.filter(([name]) => isCardField(name) && shown[name])),
      submitted,
    }))
  }
  const count = submitted ? Object.keys(errors).length : 0

  return (
    <form
      className="galla-stack"
      noValidate
      onBlur={checkField}
      onInput={clearErrors}
      onSubmit={(event) => void submit(event)}
    >
      {count > 1 && <Alert tone="error">{formatMessage(messages, 'errorsFound', { count: String(count) })}</Alert>}
      {problem && <Alert tone="error">{messages[problem]}</Alert>}
      <CardFields messages={messages} errors={errors} networks={networks} holderName={holderName} />
      {offersSaving && (
        <label className="galla-check">
          <input type="checkbox" name="save" />
          <span>{messages.cardSave}</span>
        </label>
      )}
      <Button type="submit" busy={busy}>
        {formatMessage(messages, 'pay', { amount: formatAmount(amount) })}
      </Button>
      <p className="galla-muted galla-with-icon">
        <Icon name="lock" />
        {messages.cardSecure}
      </p>
    </form>
  )
}

/**
 * Returns a function that runs `work` when no pointer is pressed. A press moves the focus before its click: an error line that
 * appeared or went in between would move the button away from under the pointer, and the click would be lost.
 */
function useAfterPress(): (work: () => void) => void {
  const pressed = useRef(false)
  const waiting = useRef<(() => void)[]>([])
  const schedule = useCallback(() => {
    // A timer: the click of a press, and of a tap, is delivered before it.
    setTimeout(() => {
      if (!pressed.current) for (const work of waiting.current.splice(0)) work()
    })
  }, [])
  useEffect(() => {
    const controller = new AbortController()
    const options = { signal: controller.signal, capture: true }
    const release = () => {
      pressed.current = false
      schedule()
    }
    window.addEventListener('pointerdown', () => (pressed.current = true), options)
    window.addEventListener('pointerup', release, options)
    window.addEventListener('pointercancel', release, options)
    return () => controller.abort()
  }, [schedule])
  return (work) => {
    waiting.current.push(work)
    schedule()
  }
}

const isCardField = (name: string): name is keyof CardErrors => name === 'number' || name === 'expiry' || name === 'cvv'

function readForm(form: HTMLFormElement): CardInput {
  const text = (name: string) => inputOf(form, name)?.value.trim() ?? ''
  return { number: text('number'), expiry: text('expiry'), cvv: text('cvv') }
}

function holderOf(form: HTMLFormElement): { cardHolderName?: string } {
  const cardHolderName = inputOf(form, 'name')?.value.trim()
  return cardHolderName ? { cardHolderName } : {}
}

function inputOf(form: HTMLFormElement, name: string): HTMLInputElement | undefined {
  const input = form.elements.namedItem(name)
  return isInput(input) ? input : undefined
}

/** By its name: an input in a frame or window that the shop has opened is of another realm. */
const isInput = (target: unknown): target is HTMLInputElement => (target as Element | null)?.tagName === 'INPUT'

interface CardFieldsProps {
  messages: ComponentMessages
  errors: CardErrors
  networks: readonly string[] | undefined
  holderName: string | undefined
}

/** The inputs. Only the brand is React state: it is not secret. */
function CardFields({ messages, errors, networks, holderName }: CardFieldsProps) {
  const [brand, setBrand] = useState<CardBrand>()
  const cvvLength = brand?.cvvLength ?? 3
  const texts = errorTexts(messages, errors)
  const accepted = networks?.map(networkName).join(' · ')
  const networkError =
    brand && accepted !== undefined && !isAccepted(brand, networks)
      ? formatMessage(messages, 'cardNetworkNotAccepted', { network: brand.name, accepted })
      : undefined

  return (
    <>
      <Field
        label={messages.cardNumber}
        hint={accepted}
        error={networkError ?? texts.number}
        name="number"
        dir="ltr"
        inputMode="numeric"
        autoComplete="cc-number"
        spellCheck={false}
        maxLength={25}
        badge={brand && <span className="galla-brand">{brand.name}</span>}
        onInput={({ currentTarget }) => {
          formatInputValue(currentTarget, (text) => formatCardNumber(onlyDigits(text)))
          setBrand(detectCardBrand(onlyDigits(currentTarget.value)))
        }}
      />
      <div className="galla-field-row">
        <Field
          label={messages.cardExpiry}
          hint={messages.cardExpiryHint}
          error={texts.expiry}
          name="expiry"
          dir="ltr"
          inputMode="numeric"
          autoComplete="cc-exp"
          maxLength={9}
          onInput={({ currentTarget, nativeEvent }) => {
            const { inputType } = nativeEvent as Partial<InputEvent>
            const deleting = inputType?.startsWith('delete') === true
            if (!deleting) formatInputValue(currentTarget, formatExpiry)
          }}
        />
        <Field
          label={messages.cardCvv}
          hint={cvvLength === 4 ? messages.cardCvvFront : messages.cardCvvBack}
          error={texts.cvv}
          name="cvv"
          dir="ltr"
          type="password"
          inputMode="numeric"
          autoComplete="cc-csc"
          maxLength={cvvLength}
        />
      </div>
      <Field
        label={messages.cardName}
        name="name"
        defaultValue={holderName}
        autoComplete="cc-name"
        autoCapitalize="words"
        spellCheck={false}
      />
    </>
  )
}

/** `not-accepted` has no text here: it is shown while the number is typed. */
function errorTexts(messages: ComponentMessages, { number, expiry, cvv }: CardErrors) {
  return {
    number: number === 'short' ? messages.cardNumberShort : number === 'wrong' ? messages.cardNumberWrong : undefined,
    expiry: expiry && (expiry === 'expired' ? messages.cardExpired : messages.cardExpiryWrong),
    cvv: cvv && formatMessage(messages, 'cardCvvWrong', { digits: String(cvv.digits) }),
  }
}
