import { readFileSync } from 'node:fs'
import { at } from '../lib/paths.mjs'
import { repositoryFiles } from '../lib/repository-files.mjs'

/** A file as text. The path is relative to the repository, with forward slashes. */
export interface Text {
  path: string
  text: string
}

export const isTest = (path: string) => /\.(?:test|test-d)\.tsx?$|(?:^|\/)test\//.test(path)

export const textsOf = (wanted: RegExp, not: RegExp = /^$/): Text[] =>
  repositoryFiles()
    .filter((path) => wanted.test(path) && !not.test(path))
    .map((path) => ({ path, text: readFileSync(at(path), 'utf8') }))
