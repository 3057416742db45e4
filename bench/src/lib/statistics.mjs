export function median(values) {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/** The value that a part of the values does not exceed: 0.99 for the 99th percentile. */
export const quantile = (values, part) => [...values].sort((a, b) => a - b)[Math.ceil(values.length * part) - 1]

/**
 * Runs every subject once per round, in turn, so that other load on the machine affects all subjects alike.
 * Every other round runs in reverse order, so that no subject always follows the same one.
 * Returns the results per subject, one per round.
 */
export async function rounds(subjects, count, run) {
  const results = new Map(subjects.map((subject) => [subject.name, []]))
  for (let round = 0; round < count; round += 1) {
    const order = round % 2 === 0 ? subjects : subjects.toReversed()
    for (const subject of order) results.get(subject.name).push(await run(subject))
  }
  return results
}

/** Median over all rounds of one subject's figure divided by another's of the same round. Undefined if either is missing. */
export function medianRatio(results, one, other, figure) {
  const pairs = results.get(one)?.map((result, round) => [result, results.get(other)?.[round]])
  if (!pairs || pairs.some(([, reference]) => reference === undefined)) return undefined
  return median(pairs.map(([result, reference]) => figure(result) / figure(reference)))
}
