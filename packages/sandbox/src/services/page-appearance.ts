import { createHash } from 'node:crypto'
import { type Appearance, appearanceCss, PAGE_SCOPE } from '@galla/contract/appearance/appearance'
import { readLogo } from '@galla/contract/appearance/logo'

/** A file that the hosted page loads because of the merchant's appearance. */
export interface AppearanceFile {
  /** Path with a hash of the content, so that browsers may keep the file. */
  readonly path: string
  readonly type: string
  readonly body: string | Uint8Array<ArrayBuffer>
}

/** The appearance of the hosted page, as the routes serve it. */
export interface PageAppearance {
  /** Absent: the page follows the device. */
  readonly scheme: 'light' | 'dark' | undefined
  /** Absent: the page's own colours and corners. */
  readonly css: AppearanceFile | undefined
  readonly logo: AppearanceFile | undefined
}

/** The files of a checked appearance. */
export function pageAppearance(appearance: Appearance): PageAppearance {
  const { colorScheme, logo } = appearance
  const css = appearanceCss(appearance, PAGE_SCOPE)
  const image = logo === undefined ? undefined : readLogo(logo)
  return {
    scheme: colorScheme === 'auto' ? undefined : colorScheme,
    css: css === '' ? undefined : file('/transact/appearance.css', 'text/css; charset=utf-8', css),
    logo: image && file('/transact/logo', image.type, image.bytes),
  }
}

/**
 * The page's HTML with its scheme and a link to its style sheet. Both are ours: nothing of the merchant's text is written into
 * HTML, where a policy without inline styles would refuse it anyway.
 */
export function withAppearance(html: string, { scheme, css }: PageAppearance): string {
  const themed = scheme ? html.replace('<html', `<html data-theme="${scheme}"`) : html
  return css ? themed.replace('</head>', `<link rel="stylesheet" href="${css.path}"></head>`) : themed
}

function file(path: string, type: string, body: AppearanceFile['body']): AppearanceFile {
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 12)
  return { path: `${path}?v=${hash}`, type, body }
}
