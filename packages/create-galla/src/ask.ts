import { cancel, confirm, intro, isCancel, select, text } from '@clack/prompts'
import { FRAMEWORKS, type Framework, type Language } from './choices.ts'
import type { Options } from './options.ts'
import { UsageError } from './usage-error.ts'

/** A person's choices for a new shop. */
export interface Answers {
  readonly folder: string
  readonly framework: Framework
  readonly gateway: boolean
  readonly language: Language
}

/** The person pressed Ctrl-C at a question. */
export class Cancelled extends Error {}

/** Takes the answers from the options, and asks for the others. Without a terminal, `--yes` is needed. */
export async function ask(options: Options, defaults: Answers, isTerminal: boolean, title: string): Promise<Answers> {
  const { folder, framework, gateway, language } = options
  const isComplete = folder !== undefined && framework && gateway !== undefined && language
  if (isComplete) return { folder, framework, gateway, language }
  const given = {
    ...(folder !== undefined && { folder }),
    ...(framework && { framework }),
    ...(language && { language }),
  }
  if (options.yes) return { ...defaults, ...given, gateway: gateway ?? defaults.gateway }
  if (!isTerminal || options.json)
    throw new UsageError(
      'Nobody can answer questions here: give all options, or --yes for the defaults. --help lists them.',
    )

  intro(title)
  return {
    folder:
      folder ??
      (await answer(text({ message: 'Folder', placeholder: defaults.folder, defaultValue: defaults.folder }))),
    framework:
      framework ??
      (await answer(select({ message: 'Framework', options: FRAMEWORK_OPTIONS, initialValue: defaults.framework }))),
    gateway:
      gateway ??
      (await answer(
        confirm({ message: 'With the gateway, which keeps orders in PostgreSQL?', initialValue: defaults.gateway }),
      )),
    language:
      language ??
      (await answer(select({ message: 'Language', options: LANGUAGE_OPTIONS, initialValue: defaults.language }))),
  }
}

const FRAMEWORK_OPTIONS = (Object.keys(FRAMEWORKS) as Framework[]).map((value) => ({ value, label: FRAMEWORKS[value] }))
const LANGUAGE_OPTIONS: { value: Language; label: string }[] = [
  { value: 'ts', label: 'TypeScript' },
  { value: 'js', label: 'JavaScript' },
]

async function answer<Value>(asked: Promise<Value>): Promise<Exclude<Value, symbol>> {
  const value = await asked
  if (!isCancel(value)) return value as Exclude<Value, symbol>
  cancel('Cancelled. Nothing was written.')
  throw new Cancelled()
}
