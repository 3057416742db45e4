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
  return { clock: fakeClock(), random: () => random, warn: (message) => warnings.push(message), warnings }
}

/** A client whose requests are recorded and answered by `answers`. */
export function recorded(
  answers?: Answers,
  config: Partial<GallaConfig> = {},
  ports?: Ports,
): { galla: Galla; wire: RecordingFetch } {
  const wire = recordingFetch(answers)
  return { galla: new Galla({ ...CREDENTIALS, fetch: wire.fetch, ...config }, ports), wire }
}

/** The GallaError that the promise rejects with; fails the test otherwise. */
export async function failureOf(work: Promise<unknown>): Promise<GallaError> {
  const error = await work.then(
    (value) => new Error(`expected a rejection, resolved with ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  )
  if (!isGallaError(error)) throw error
  return error
}

/** The GallaError that the function throws; fails the test otherwise. */
export function thrownBy(work: () => unknown): GallaError {
  try {
    work()
  } catch (error) {
    if (isGallaError(error)) return error
    throw error
  }
  throw new Error('expected an exception')
}
