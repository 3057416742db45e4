import type { FileProblem } from '@galla/contract/gateway-api/file-problems'

/** Why a request or a passkey failed. */
export const apiEnglish = {
  unreadable: (status: number) => `The gateway answered with status ${status}, and with nothing that can be read.`,
  outcomeUnknown: 'The gateway has not said whether this was done: it may have been done. Look before you repeat it.',
  noAnswer: 'The gateway does not answer. Is it still running?',
  notProved: 'You have not confirmed that it is you, so nothing was done.',
  /** Sentences for codes of the gateway, whose own are English. */
  codes: {} as { readonly [code: string]: string },
  /** Sentences for codes whose English sentence has values. The English sentence follows. */
  leads: {} as { readonly [code: string]: string },
  /** The same for what is wrong with a file. */
  files: {} as { readonly [code: string]: (problem: FileProblem) => string },
  fileLeads: {} as { readonly [code: string]: (problem: FileProblem) => string },
  passkey: {
    notUsed: 'No passkey was used. Try again, or choose another way.',
    notMade: 'No passkey was made. Try again, or choose another way.',
    isThere: 'This device has a passkey of yours already.',
  },
}
