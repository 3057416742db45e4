import { useRef } from 'react'
import { useMessages } from '../i18n/i18n-provider.tsx'

/** Prints the order that the button stands in, or saves it as a PDF, without the rest of the page. */
export function PrintReceipt() {
  const messages = useMessages()
  const button = useRef<HTMLButtonElement>(null)
  const print = () => {
    const order = button.current?.closest<HTMLElement>('.receipt')
    if (!order) return
    order.dataset.title = messages.receipt
    order.classList.add('printed')
    window.addEventListener('afterprint', () => order.classList.remove('printed'), { once: true })
    window.print()
  }
  return (
    <p className="print-receipt">
      <button ref={button} type="button" className="link small" onClick={print}>
        {messages.printReceipt}
      </button>
    </p>
  )
}
