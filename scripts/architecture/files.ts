import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { at, root } from '../lib/paths.mjs'

/** A file as text. The path is relative to the repository, with forward slashes. */
export interface Text {
  path: string
  text: string
}

export const isTest = (path: string) => /\.(?:test|test-d)\.tsx?$|(?:^|\/)test\//.test(path)

/** Every file that git tracks or would add. Ignored files (dist, assets) are not checked. */
export function listFiles(): string[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], { cwd: root })
  return listed
    .toString('utf8')
    .split('\0')
    .filter((path) => path !== '' && existsSync(at(path)))
}

export const textsOf = (wanted: RegExp, not: RegExp = /^$/): Text[] =>
  listFiles()
    .filter((path) => wanted.test(path) && !not.test(path))
    .map((path) => ({ path, text: readFileSync(at(path), 'utf8') }))
