/** Saved views in words: their names in the menu, their faults and their contents. */
export const viewWordsEnglish = {
  views: 'Views',
  view: (name: string) => `View: ${name}`,
  noName: 'Enter a name.',
  longName: (most: number) => `At most ${most} characters.`,
  takenName: 'Another view has this name.',
  everything: 'Everything',
  labels: { OPEN: 'Open', unknown: 'Unknown event', failed: 'Needs review' },
  yes: 'yes',
  /** The search parameters of the lists. */
  params: {
    state: 'State',
    paymentMode: 'Payment mode',
    failure: 'Failure',
    needsReview: 'Needs review',
    delayed: 'Delayed',
    owed: 'Owed',
    minAmount: 'Min amount',
    maxAmount: 'Max amount',
    sort: 'Sort',
    columns: 'Columns',
    verdict: 'Verdict',
    event: 'Event',
  },
}

/** The dialog of the saved views. */
export const viewsEnglish = {
  title: 'Saved views',
  what: 'the views',
  failed: 'The views were not changed.',
  empty: 'No view is saved yet.',
  shared: 'Shared views',
  own: 'Your views',
  note: 'Days like “Last 7 days” are those of the day on which a view is applied; a link has the days of today. Ids and references are not saved.',
  save: {
    name: 'Save what the list shows now as',
    example: 'Failed cards, last 7 days',
    action: 'Save the view',
    done: (name: string) => `The view “${name}” is saved.`,
  },
  apply: 'Apply ',
  shown: ' (shown)',
  savedBy: (name: string) => `Saved by ${name}`,
  opensFor: (roles: string) => ` · The list opens with it for: ${roles}`,
  copy: 'Copy link',
  rename: {
    action: 'Rename',
    label: (name: string) => `Rename ${name}`,
    name: (name: string) => `New name of ${name}`,
    cancel: 'Cancel',
    done: (name: string) => `The view is now called “${name}”.`,
  },
  share: {
    action: 'Share',
    label: (name: string) => `Share ${name}`,
    done: (name: string) => `Everybody sees the view “${name}” now.`,
  },
  roles: {
    action: 'Open for…',
    label: (name: string) => `Open with ${name} for…`,
    legend: 'For these roles, the navigation opens the list with this view:',
    none: (name: string) => `The navigation opens the list with “${name}” for no role.`,
    done: (name: string, roles: string) => `The navigation opens the list with “${name}” for: ${roles}.`,
  },
  delete: {
    action: 'Delete',
    label: (name: string) => `Delete ${name}`,
    done: (name: string) => `The view “${name}” is deleted.`,
  },
}
