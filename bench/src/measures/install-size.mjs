import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { atMost, exactly, row } from '../lib/rows.mjs'
import { missingBuild } from '../lib/sdk-subject.mjs'

const SDK = fileURLToPath(new URL('../../../packages/sdk', import.meta.url))
const GROUP = 'Installed'

export async function installSize() {
  const official = treeOf('@phonepe-pg/pg-sdk-node', new URL('../x.mjs', import.meta.url))
  const missing = missingBuild('index')
  const ours = missing ? undefined : installed()
  return [
    row(GROUP, 'official: dependencies', official.size - 1, ''),
    row(GROUP, 'official: unpacked, with dependencies', kilobytes([...official.values()]), 'kB'),
    row(GROUP, 'Galla: dependencies', ours && ours.packages - 1, '', exactly(0), missing),
    row(GROUP, 'Galla: unpacked', ours?.kB, 'kB', atMost(300, ' kB'), missing),
  ]
}

/** Size of the packed SDK after `npm install` in an empty folder. */
function installed() {
  const folder = mkdtempSync(join(tmpdir(), 'galla-bench-'))
  const npm = (...args) =>
    execFileSync('npm', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  try {
    const [{ filename }] = JSON.parse(npm('pack', SDK, '--json', '--ignore-scripts'))
    writeFileSync(join(folder, 'package.json'), '{ "private": true }')
    npm('install', `./${filename}`, '--offline', '--no-audit', '--no-fund', '--omit=peer')
    const modules = join(folder, 'node_modules')
    const packages = readdirSync(modules).flatMap((name) => {
      if (name.startsWith('.')) return []
      return name.startsWith('@')
        ? readdirSync(join(modules, name)).map((inner) => join(modules, name, inner))
        : [join(modules, name)]
    })
    return { packages: packages.length, kB: kilobytes(packages) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Folders of a package and of all its dependencies, as installed in this repository. */
function treeOf(name, from, found = new Map()) {
  const folder = folderOf(name, from)
  if (!folder || found.has(folder)) return found
  found.set(folder, folder)
  const { dependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  for (const dependency of Object.keys(dependencies)) treeOf(dependency, new URL(`file://${folder}/x.mjs`), found)
  return found
}

function folderOf(name, from) {
  const places = createRequire(from).resolve.paths(name) ?? []
  return places.map((place) => join(place, name)).find((folder) => existsSync(join(folder, 'package.json')))
}

function kilobytes(folders) {
  return Math.round(folders.reduce((sum, folder) => sum + bytesIn(folder), 0) / 1_000)
}

function bytesIn(path) {
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.size
  return readdirSync(path)
    .filter((name) => name !== 'node_modules')
    .reduce((sum, name) => sum + bytesIn(join(path, name)), 0)
}
