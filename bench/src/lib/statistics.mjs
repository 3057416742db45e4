export function median(values) {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/**
 * Runs every subject once per round, in turn, so that whatever else the machine does strikes all alike;
 * every other round backwards, so that nobody always runs in the wake of the same one.
 * Gives the results per subject, round by round.
 */
export async function rounds(subjects, count, run) {
  const results = new Map(subjects.map((subject) => [subject.name, []]))
  for (let round = 0; round < count; round += 1) {
    const order = round % 2 === 0 ? subjects : subjects.toReversed()
    for (const subject of order) results.get(subject.name).push(await run(subject))
  }
  return results
}

/** Median over the rounds of one subject's figure divided by another's of the same round; undefined if either is missing. */
export function medianRatio(results, one, other, figure) {
  const pairs = results.get(one)?.map((result, round) => [result, results.get(other)?.[round]])
  if (!pairs || pairs.some(([, reference]) => reference === undefined)) return undefined
  return median(pairs.map(([result, reference]) => figure(result) / figure(reference)))
}
