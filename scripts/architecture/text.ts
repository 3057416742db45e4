import { isTest, type Text } from './files.ts'
import type { Violation } from './violation.ts'

const SOURCE = /\.(?:ts|tsx|js|mjs)$/

// Written in pieces, so that the check does not report itself.
const FORBIDDEN: readonly { word: RegExp; fix: string }[] = [
  {
    word: new RegExp(`(?<![\\w.~])/(?:${'wo'}rk|${'ro'}ot|${'ho'}me/\\w+|${'Us'}ers/\\w+)/`),
    fix: 'derive the path from the location of the file',
  },
  { word: new RegExp(`@${'ts'}-(?:ignore|nocheck)\\b`), fix: 'declare the type that the compiler misses' },
  {
    word: new RegExp(`${'regis'}try\\.npmjs|${'npm'}\\.pkg\\.github|${'arti'}factory`, 'i'),
    fix: 'name the package; the registry is a setting of the reader',
  },
]

export function forbiddenText(texts: readonly Text[]): Violation[] {
  return texts.flatMap(({ path, text }) =>
    FORBIDDEN.flatMap(({ word, fix }) =>
      text.split('\n').flatMap((line, index) => {
        const found = word.exec(line)?.[0]
        return found ? [{ file: path, line: index + 1, found, rule: 'text that no file may contain', fix }] : []
      }),
    ),
  )
}

/** Declares a function with the shape of `fetch`: the signal types of two runtimes do not fit each other. */
const FETCH_LIKE = 'packages/sdk/src/http/fetch-like.ts'

/** The linter forbids `any`; a source may suppress that for the signal of a fetch-shaped function only. */
export function suppressedAny(texts: readonly Text[]): Violation[] {
  return texts
    .filter(({ path }) => /^(?:packages|apps)\/[^/]+\/src\//.test(path) && !isTest(path))
    .filter(({ path, text }) => path !== FETCH_LIKE && text.includes('biome-ignore lint/suspicious/noExplicitAny'))
    .map(({ path }) => ({
      file: path,
      found: 'a suppressed noExplicitAny',
      rule: 'no `any`: it switches the compiler off for every caller',
      fix: 'write the shape, or `unknown` and a check',
    }))
}

/** The lockfile names versions and hashes; the registry that serves them is a setting of the reader. */
export function lockfile(text: string): Violation[] {
  const { packages } = JSON.parse(text) as { packages: { [path: string]: { resolved?: string; link?: boolean } } }
  return Object.entries(packages)
    .filter(([, { resolved, link }]) => resolved !== undefined && !link)
    .map(([path, { resolved }]) => ({
      file: 'package-lock.json',
      found: `${path} resolved to ${resolved}`,
      rule: 'the lockfile holds no address',
      fix: 'run `npm install` with the .npmrc of this repository (omit-lockfile-registry-resolved=true)',
    }))
}

/** Where amounts become text: one place per package. */
const FORMATS_MONEY = [
  /^packages\/contract\//,
  /^packages\/sdk\/src\/index\.ts$/,
  /^packages\/cli\/src\/output\//,
  /^packages\/gateway\/src\/notifications\//,
  /^packages\/react\/src\/(?:index|components)\.ts$/,
  /^apps\/console\/src\/i18n\/format\.ts$/,
  /^packages\/gateway\/src\/errors\.ts$/,
  /^(?:packages\/react|apps\/[^/]+)\/src\/(?:[\w-]+\/)*amount\.tsx$/,
  /^(?:scripts|examples|docs|README)/,
]

export function moneyFormatting(texts: readonly Text[]): Violation[] {
  return texts
    .filter(({ path }) => SOURCE.test(path) && !isTest(path) && !FORMATS_MONEY.some((place) => place.test(path)))
    .filter(({ text }) => /\bformatInr\b/.test(text))
    .map(({ path }) => ({
      file: path,
      found: 'formatInr',
      rule: 'an amount stays an integer until it is shown: formatInr is used by amount.tsx, the output of the command, notifications and messages of errors',
      fix: "pass the integer on, or render it with the package's Amount component",
    }))
}

const SCREENS = /^(?:apps\/[^/]+|packages\/react)\/src\/.*\.tsx?$/
const COMMENT = /\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g
/** Arrows, mathematical signs, shapes, dingbats and emoji, except the four that `noto-sans.css` names. */
const WITHOUT_GLYPH = /(?![↑↓−∕])[\u2190-\u2bff\u{1f000}-\u{1faff}]/gu

export function missingGlyphs(texts: readonly Text[]): Violation[] {
  return texts
    .filter(({ path }) => SCREENS.test(path) && !isTest(path))
    .flatMap(({ path, text }) =>
      [...new Set(text.replace(COMMENT, '').match(WITHOUT_GLYPH))].map((found) => ({
        file: path,
        found,
        rule: 'a page shows only characters of its own font: others are a box, or look different on every machine',
        fix: 'write a word, or draw an icon',
      })),
    )
}
