/** A test file that never ran here. */
const UNKNOWN_MS = 3_000

/**
 * The test files that fit into a time budget: those that changed themselves, then the shortest ones, so that as many as possible run.
 * @param {object} options
 * @param {readonly string[]} options.affected relative paths
 * @param {ReadonlySet<string>} options.changed relative paths; these always run
 * @param {Readonly<Record<string, number>>} options.durations of the last run, in milliseconds
 * @param {number} options.budgetMs sum of the durations of the chosen files
 * @returns {string[]} chosen files
 */
export function chooseTests({ affected, changed, durations, budgetMs }) {
  const costOf = (file) => durations[file] ?? UNKNOWN_MS
  const inOrder = [...affected].sort(
    (one, other) => Number(changed.has(other)) - Number(changed.has(one)) || costOf(one) - costOf(other),
  )
  let leftMs = budgetMs
  return inOrder.filter((file) => {
    leftMs -= costOf(file)
    return changed.has(file) || leftMs >= 0
  })
}
