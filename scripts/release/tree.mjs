import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { at, root } from '../lib/paths.mjs'
import { repositoryFiles } from '../lib/repository-files.mjs'
import { workspacesIn } from '../lib/workspaces.mjs'

/** Copies what git tracks or would add to an empty folder, with the installed packages, so that a dry run changes nothing here. */
export function copyTree(folder) {
  rmSync(folder, { recursive: true, force: true })
  for (const path of repositoryFiles()) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    cpSync(at(path), join(folder, path))
  }
  for (const owner of ['.', ...workspacesIn(root).map(({ folder }) => folder)]) {
    if (existsSync(at(owner, 'node_modules')) && existsSync(join(folder, owner)))
      copyInstalled(at(owner, 'node_modules'), join(folder, owner, 'node_modules'))
  }
}

/** Links between packages of ours are relative, so they lead into the copy. Files are hard links where `cp` can make them. */
function copyInstalled(from, to) {
  try {
    execFileSync('cp', ['-al', from, to], { stdio: 'ignore' })
  } catch {
    cpSync(from, to, { recursive: true, verbatimSymlinks: true })
  }
}
