import { useEffect, useState } from 'react'
import { formatMessage, useMessages } from '../i18n/i18n-provider.tsx'
import { callShop, type TestPayment } from '../shop-api.ts'

/** Shows the test details that pay in the sandbox, below the shop's own checkout. Shows nothing in production. */
export function TestPaymentHelp() {
  const messages = useMessages()
  const [help, setHelp] = useState<TestPayment>()
  useEffect(() => {
    let current = true
    callShop('GET /api/settings').then(
      ({ testPayment }) => current && setHelp(testPayment),
      // The payment works without it.
      () => {},
    )
    return () => {
      current = false
    }
  }, [])
  if (!help) return null
  const { card, savedCards, otp, sandboxPage } = help
  return (
    <aside className="test-payment small" aria-labelledby="test-payment-title">
      <h2 id="test-payment-title">{messages.testPayment}</h2>
      <ul className="muted">
        <li>{formatMessage(messages.testCard, { ...card, otp })}</li>
        {savedCards.map((saved) => (
          <li key={saved.last4}>{formatMessage(messages.testSavedCard, saved)}</li>
        ))}
        <li>
          {messages.testUpi}{' '}
          <a className="link" href={sandboxPage} target="_blank" rel="noreferrer">
            {messages.testSandboxPage}
          </a>
        </li>
      </ul>
    </aside>
  )
}
