/** A number with Indian grouping: `1,23,456`. */
export const countText = (count: number): string => count.toLocaleString('en-IN')

/** `1 order`, `1,200 orders` */
export const plural = (count: number, noun: string): string => `${countText(count)} ${noun}${count === 1 ? '' : 's'}`
