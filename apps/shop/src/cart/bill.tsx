import { Amount } from '@galla/react/components'
import { amountOf, sumOf } from '../catalogue.ts'
import { Stepper } from '../stall/stepper.tsx'
import { useWords } from '../words/use-words.tsx'
import { useCart } from './use-cart.tsx'

/** The page of the ledger: lines, amounts at the right edge, and the double rule under the total. */
export function Bill() {
  const words = useWords()
  const { lines } = useCart().cart
  return (
    <section className="bill">
      <h2>{words.bill}</h2>
      {lines.length === 0 ? (
        <p className="soft">{words.emptyBody}</p>
      ) : (
        <ul>
          {lines.map((line) => (
            <li key={line.productId} className="bill-line">
              <span className="bill-name">{words[line.productId]}</span>
              <Stepper productId={line.productId} />
              <Amount amount={amountOf(line)} />
            </li>
          ))}
        </ul>
      )}
      <p className="sum" aria-live="polite">
        {lines.length > 0 && (
          <>
            <span>{words.total}</span>
            <Amount amount={sumOf(lines)} total />
          </>
        )}
      </p>
    </section>
  )
}
