import { Amount } from '@galla/react/components'
import { amountOf, type Line } from '../catalogue.ts'
import { useWords } from '../words/use-words.tsx'

/** What was bought, a line each: how many, what, how much. */
export function Lines({ lines }: { lines: readonly Line[] }) {
  const words = useWords()
  return (
    <ul>
      {lines.map((line) => (
        <li key={line.productId} className="line">
          <span>
            {words[line.productId]} <span className="soft times">× {line.quantity}</span>
          </span>
          <Amount amount={amountOf(line)} />
        </li>
      ))}
    </ul>
  )
}
