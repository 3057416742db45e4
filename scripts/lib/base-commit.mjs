import { spawnSync } from 'node:child_process'
import { root } from './paths.mjs'

const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' })

/**
 * The commit that this work began with: where it left `origin/main`; without such a branch, or on it, the commit before the last one.
 * `undefined` outside a git repository and in a clone without history.
 */
export function baseCommit() {
  const head = commit(git('rev-parse', '--verify', '--quiet', 'HEAD'))
  const shared = commit(git('merge-base', 'HEAD', 'origin/main'))
  if (shared && shared !== head) return shared
  return commit(git('rev-parse', '--verify', '--quiet', 'HEAD~1'))
}

/** @returns {string[]} relative paths of the files that differ from a commit, new ones included */
export function changedSince(base) {
  const files = [git('diff', '--name-only', base), git('ls-files', '--others', '--exclude-standard')]
  return files.flatMap(({ stdout }) => stdout.split('\n').filter(Boolean))
}

const commit = ({ status, stdout }) => (status === 0 && stdout.trim() ? stdout.trim() : undefined)
