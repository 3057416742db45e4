import { basePath, parseSearch, stringifySearch } from '../api/browser.ts'
import { pageEnglish } from '../components/english.ts'
import { Loading } from '../components/page.tsx'
import { messages } from '../i18n/messages.ts'
import { PageError } from './error-pages.tsx'

const { thePage } = messages('components/page', pageEnglish).lazy

/** Options of the routers of the console and of the test tools. */
export const routerOptions = () =>
  ({
    basepath: basePath(),
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    // The skeleton appears only when loading a page takes longer than this.
    defaultPendingMs: 200,
    defaultPendingMinMs: 0,
    defaultPendingComponent: () => <Loading what={thePage} />,
    defaultErrorComponent: PageError,
    scrollRestoration: true,
  }) as const
