/**
 * The orders of one month of a shop. The database computes every value from the row number, so that every run has the same
 * data. Rare values are equally frequent in every size, so that compared pages have equally many rows.
 */
export const SPAN_MS = 30 * 86_400_000
/** Epoch milliseconds of the end of the month; the clock of the gateway that reads. */
export const END_MS = 1_780_000_000_000
const HANDLES = ['ybl', 'okaxis', 'okhdfcbank', 'oksbi', 'paytm', 'ibl', 'axl', 'upi']
const MODES = ['UPI_QR', 'UPI_QR', 'UPI_INTENT', 'UPI_INTENT', 'UPI_INTENT', 'UPI_COLLECT', 'CARD', 'NET_BANKING']

/**
 * SQL of a pseudo-random number from 0 to `limit` - 1, determined by the row `n` and by `salt`.
 * @type {(limit: number, salt: number) => string}
 */
export const hashBelow = (limit, salt) => `abs(hashint8extended(n, ${salt}) % ${limit})`
const pick = (words, salt) => `(array['${words.join("','")}'])[1 + ${hashBelow(words.length, salt)}]`
const randomLetters = (count, salt) =>
  Array.from({ length: count }, (_, at) => `chr(97 + ${hashBelow(26, salt + at)}::int)`).join(' || ')

/** SQL of one row per order, with the values from which the rows of all tables are made; of the last orders from `first` on. */
export const orderFacts = (orders, first = 1) => `
  select n, h.*,
    case when n > ${orders - 100} then 'PENDING' when ${hashBelow(10, 2)} = 0 then 'FAILED' else 'COMPLETED' end as state,
    'OMO' || lpad(n::text, 22, '0') as provider_id, 'OM' || lpad(n::text, 20, '0') as payment, 'OMX' || lpad(n::text, 19, '0') as earlier,
    ${END_MS - SPAN_MS}::bigint + (n * ${SPAN_MS}.0 / ${orders})::bigint as at,
    'o-' || lpad(to_hex(n), 9, '0') || substr(md5(n::text), 1, 16) as id
  from generate_series(${first}, ${orders}) n, lateral (select
    case when ${hashBelow(10, 3)} < 6 then 9900 + 1000 * ${hashBelow(40, 4)} else 100 * (1 + ${hashBelow(5_000, 5)}) end as amount,
    ${pick(MODES, 6)} as mode, lpad(${hashBelow(1_000_000_000_000, 7)}::text, 12, '0') as utr,
    ${randomLetters(2, 8)} || '****' || ${randomLetters(1, 10)} || '@' || ${pick(HANDLES, 11)} as vpa offset 0) h offset 0`
