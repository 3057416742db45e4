import { type FakeClock, fakeClock } from '@galla/testkit/fake-clock'
import { Galla, type GallaConfig, type GallaError, isGallaError } from '../../src/index.ts'
import type { Ports } from '../../src/testing.ts'
import { type Answers, type RecordingFetch, recordingFetch } from './recording-fetch.ts'

export const CREDENTIALS = { clientId: 'shop', clientSecret: 'shop-secret & more=1', clientVersion: 1 } as const

export interface FakePorts extends Ports {
  readonly clock: FakeClock
  readonly warnings: string[]
}

export function fakePorts(random = 0.5): FakePorts {
  const warnings: string[] = []
  return { clock: fakeClock(), random: () => random, warn: (sentence) => warnings.push(sentence), warnings }
}

/** A client whose calls are written down and answered by `answers`. */
export function recorded(
  answers?: Answers,
  config: Partial<GallaConfig> = {},
  ports?: Ports,
): { galla: Galla; wire: RecordingFetch } {
  const wire = recordingFetch(answers)
  return { galla: new Galla({ ...CREDENTIALS, fetch: wire.fetch, ...config }, ports), wire }
}

/** The error that a promise ends with; anything else is a failed test. */
export async function failureOf(work: Promise<unknown>): Promise<GallaError> {
  const error = await work.then(
    (value) => new Error(`it should have failed, but brought ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  )
  if (!isGallaError(error)) throw error
  return error
}

/** The error of something that throws at once. */
export function thrownBy(work: () => unknown): GallaError {
  try {
    work()
  } catch (error) {
    if (isGallaError(error)) return error
    throw error
  }
  throw new Error('it should have thrown')
}
