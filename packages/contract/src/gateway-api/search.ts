/** A part in the middle of an id is looked for in as many of the newest orders, refunds and subscriptions; no index serves it. */
export const NEWEST_SEARCHED = 10_000

/** Orders that a search by amount or failure code shows at most: the newest. It finds one more, which says that there are more. */
export const NEWEST_ALIKE = 5
