import { visibleText } from '../i18n/visible-text.ts'

/** A name or a note that a person or a program wrote: in every language of the console as it was written. */
export const OthersText = ({ children }: { children: string }) => <span translate="no">{visibleText(children)}</span>
