/**
 * Why packages must be installed, or undefined when they need not. npm stores a copy of the lockfile beside the installed
 * packages; comparing both is more reliable than comparing dates.
 * @param wanted `packages` of package-lock.json
 * @param installed `packages` of node_modules/.package-lock.json; undefined when nothing is installed
 */
export function installReason(wanted, installed) {
  if (!installed) return 'none yet'
  const differs = Object.entries(wanted).find(([path, entry]) => {
    if (!path.includes('node_modules/')) return false
    const found = installed[path]
    // Packages for another platform and optional peers are not installed.
    if (!found) return !entry.optional && !entry.devOptional && !entry.peer
    return ['version', 'integrity', 'resolved'].some((field) => found[field] !== entry[field])
  })
  return differs && `${differs[0].replace(/^.*node_modules\//, '')} changed`
}
