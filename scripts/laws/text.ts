import type { Breach } from './breach.ts'
import { isTest } from './source.ts'

/** A file as text; enough for laws that need no syntax. */
export interface Text {
  path: string
  text: string
}

const HARD_STOP = 250

/** Pure tables may be as long as the thing they list: by folder, or by name where a table is the whole file. */
const TABLES = [/\/(?:words|vectors|profiles|tables)\//, /^packages\/contract\/src\/provider\/failure-codes\.ts$/]

export function sizes(texts: readonly Text[]): Breach[] {
  return texts
    .filter(
      ({ path }) => /\.(?:ts|tsx|js|mjs)$/.test(path) && !isTest(path) && !TABLES.some((table) => table.test(path)),
    )
    .map(({ path, text }) => ({ path, lines: text.trimEnd().split('\n').length }))
    .filter(({ lines }) => lines > HARD_STOP)
    .map(({ path, lines }) => ({
      file: path,
      found: `${lines} lines`,
      rule: `a file holds one concept and stops at ${HARD_STOP} lines`,
      way: 'find the second concept in it and give it a file; tables of words live in a folder named words, tables or profiles',
    }))
}

// Written in pieces, so that the law does not find itself.
const FORBIDDEN: readonly { word: RegExp; way: string }[] = [
  { word: new RegExp(`\\b(?:${'TO'}DO|${'FIX'}ME|${'X'}XX)\\b`), way: 'do it now, or drop the note' },
  {
    word: new RegExp(`(?<![\\w.~])/(?:${'wo'}rk|${'ro'}ot|${'ho'}me/\\w+|${'Us'}ers/\\w+)/`),
    way: 'derive the path from the file’s own place',
  },
  { word: new RegExp(`@${'ts'}-(?:ignore|nocheck)\\b`), way: 'give the compiler the type that it misses' },
  {
    word: new RegExp(`${'regis'}try\\.npmjs|${'npm'}\\.pkg\\.github|${'arti'}factory`, 'i'),
    way: 'name the package; where it comes from is the reader’s setting',
  },
]

export function words(texts: readonly Text[]): Breach[] {
  return texts.flatMap(({ path, text }) =>
    FORBIDDEN.flatMap(({ word, way }) =>
      text.split('\n').flatMap((line, index) => {
        const match = word.exec(line)
        return match
          ? [
              {
                file: path,
                line: index + 1,
                found: match[0],
                rule: 'words that do not belong in a finished house',
                way,
              },
            ]
          : []
      }),
    ),
  )
}

/** The lockfile names versions and hashes; which registry serves them is not for us to say. */
export function lockfile(text: string): Breach[] {
  const { packages } = JSON.parse(text) as { packages: { [path: string]: { resolved?: string; link?: boolean } } }
  return Object.entries(packages)
    .filter(([, { resolved, link }]) => resolved !== undefined && !link)
    .map(([path, { resolved }]) => ({
      file: 'package-lock.json',
      found: `${path} is resolved to ${resolved}`,
      rule: 'the lockfile holds no address',
      way: 'run `npm install` with this repository’s .npmrc (omit-lockfile-registry-resolved=true)',
    }))
}

/** Money is drawn for human eyes in one place per room. */
const DRAWS_MONEY = [
  /^packages\/contract\//,
  /^packages\/sdk\/src\/index\.ts$/,
  /^packages\/cli\/src\/print\//,
  /^packages\/gateway\/src\/notify\//,
  /^packages\/react\/src\/parts\/amount\.tsx$/,
  /^apps\/[^/]+\/src\/(?:\w+\/)*amount\.tsx$/,
  /^(?:scripts|examples|docs|README)/,
]

export function moneyDrawing(texts: readonly Text[]): Breach[] {
  return texts
    .filter(
      ({ path }) =>
        /\.(?:ts|tsx|js|mjs)$/.test(path) && !isTest(path) && !DRAWS_MONEY.some((place) => place.test(path)),
    )
    .filter(({ text }) => /\bformatInr\b/.test(text))
    .map(({ path }) => ({
      file: path,
      found: 'formatInr',
      rule: 'amounts stay integers until they are drawn: formatInr is used in amount.tsx, cli/print and the sdk’s door only',
      way: 'hand the integer on, or draw it with the room’s amount component',
    }))
}
