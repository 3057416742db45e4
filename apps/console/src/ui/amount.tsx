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

const LAKH = 10_000_000
const CRORE = 100 * LAKH

/** For the margin of a chart, where only the size matters: `₹2.5 L`, `₹1.2 Cr`. */
export function shortAmount(paise: number): string {
  if (paise >= CRORE) return `₹${round(paise / CRORE)} Cr`
  if (paise >= LAKH) return `₹${round(paise / LAKH)} L`
  if (paise >= 100_000) return `₹${round(paise / 100_000)}k`
  return `₹${round(paise / 100)}`
}

const round = (value: number) => String(Math.round(value * 10) / 10)

/** For a field that takes rupees: `1499.50`, without sign and grouping. */
export function rupeesText(paise: number): string {
  const rest = paise % 100
  return rest === 0 ? String(paise / 100) : `${Math.floor(paise / 100)}.${String(rest).padStart(2, '0')}`
}
