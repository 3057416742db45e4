import { formatInr, type Paise } from '@galla/contract/money'

/** Rupees in even figures: right-aligned columns line up by themselves. */
export function Amount({ paise, strong = false }: { paise: number; strong?: boolean }) {
  return (
    <span className={`whitespace-nowrap tabular-nums lining-nums ${strong ? 'font-strong' : ''}`}>
      {amountText(paise)}
    </span>
  )
}

/** For names and summaries, where an element cannot stand. */
export const amountText = (paise: number): string => formatInr(paise as Paise)
