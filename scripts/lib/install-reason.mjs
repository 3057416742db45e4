/**
 * Why packages must be installed, or undefined when they need not. npm leaves a copy of the lockfile beside what it installed:
 * comparing the two tells more than a date.
 * @param wanted `packages` of package-lock.json
 * @param installed `packages` of node_modules/.package-lock.json; undefined when there is none
 */
export function installReason(wanted, installed) {
  if (!installed) return 'none yet'
  const differs = Object.entries(wanted).find(([path, entry]) => {
    if (!path.includes('node_modules/')) return false
    const found = installed[path]
    // What is for another platform, or offered by nobody, is rightly not there.
    if (!found) return !entry.optional && !entry.devOptional && !entry.peer
    return ['version', 'integrity', 'resolved'].some((field) => found[field] !== entry[field])
  })
  return differs && `${differs[0].replace(/^.*node_modules\//, '')} changed`
}
