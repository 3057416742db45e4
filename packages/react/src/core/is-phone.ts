/** A device held in the hand, where UPI apps may live. Asked of the pointer, not of the browser's name. */
export function isPhone(): boolean {
  return window.matchMedia('(hover: none) and (pointer: coarse)').matches
}
