import type { ReactNode } from 'react'
import { countText } from '../i18n/plural.ts'

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

/** Texts of pages and of their parts: titles, skeletons, failures. */
export const pageEnglish = {
  documentTitle: (page: string) => `${page} · Galla console`,
  tryAgain: 'Try again',
  loading: (what: string) => `Loading ${what}`,
  notLoaded: (what: string) => `${capital(what)} could not be loaded.`,
  restNotLoaded: (what: string) => `The rest of ${what} could not be loaded.`,
  notRead: 'It could not be read.',
  waitFor: (seconds: number) => `Try again in ${seconds} s.`,
  error: 'The page has an error.',
  errorReload: 'The page has an error. Reload it.',
  back: 'Back to the overview',
  lazy: {
    title: 'Not loaded',
    thePage: 'the page',
    thisPage: 'This page',
    thisPart: 'this part',
    updated: 'The console was updated meanwhile.',
    noAnswer: 'The gateway does not answer.',
    stillNoAnswer: 'The gateway still does not answer. Is it running?',
    reload: 'Reload the console',
    moment: 'One moment…',
  },
}

/** Texts of lists, and of the controls around them. */
export const listEnglish = {
  open: (id: string) => `Open ${id}`,
  loadingMore: 'Loading more…',
  all: (rows: number) => `All ${countText(rows)} shown.`,
  options: 'Options',
  selection: 'Selection',
  none: 'None',
  filters: 'Filters',
  clear: 'Clear filters',
  rupeesLike: 'For example 1,499.50',
  chart: {
    keys: (chart: string, opens: boolean) => `${chart}. Arrow keys show each step${opens ? ', Enter opens it' : ''}.`,
    hint: 'Point at a bar or touch it, or use the arrow keys.',
    table: 'Show as table',
  },
}

/** Texts of dialogs, fields and buttons. */
export const controlsEnglish = {
  close: 'Close',
  closeMessage: 'Close this message',
  cancel: 'Cancel',
  typeToConfirm: (word: ReactNode) => ['Type ', word, ' to confirm'],
  copy: {
    word: 'Copy',
    done: 'Copied',
    what: (what: string) => `Copy ${what}`,
    whatDone: (what: string) => `Copied ${what}`,
    refused: 'The browser does not allow this page to copy. Select the text instead.',
  },
  password: {
    label: 'New password',
    again: 'New password again',
    hint: (characters: number) => `At least ${characters} characters: a few words are easy to remember.`,
    short: (characters: number) => `Enter at least ${characters} characters.`,
    differ: 'The two differ.',
  },
  reveal: {
    title: 'Reveal a value',
    action: 'Reveal the value',
    note: 'The value may name the payer. Who revealed it, and why, is kept in the audit log.',
    reason: 'Reason',
    example: 'Payer asks about ticket 4711',
    missing: 'Enter the reason.',
  },
}

/** Texts of days and of spans of days. */
export const datesEnglish = {
  label: 'Dates',
  any: 'Any date',
  until: (day: string) => `Until ${day}`,
  since: (day: string) => `Since ${day}`,
  span: (first: string, last: string) => `${first} to ${last}`,
  today: 'Today',
  yesterday: 'Yesterday',
  days7: 'Last 7 days',
  days30: 'Last 30 days',
  month: 'This month',
  lastMonth: 'Last month',
  year: (years: string) => `FY ${years}`,
  from: 'From',
  to: 'To',
  note: 'Day, month, year, in Indian time (IST). Both days are included.',
  apply: 'Apply',
  like: (day: string) => `Like ${day}`,
  reversed: 'Before the first day',
}
