import { useData } from 'vitepress'
import DefaultTheme from 'vitepress/theme-without-fonts'
import { h } from 'vue'
import './style.css'

/** A sentence above the text where a reader could take the pages for those of a released version. */
const Notice = ({ tag }: { tag: 'aside' | 'p' }) => {
  const { notice } = useData().theme.value
  return notice ? h(tag, { class: 'notice', ...(tag === 'aside' && { 'aria-label': 'Version' }) }, notice) : undefined
}
Notice.props = ['tag']

export default {
  extends: DefaultTheme,
  Layout: () =>
    h(DefaultTheme.Layout, null, {
      'doc-before': () => h(Notice, { tag: 'aside' }),
      'home-hero-before': () => h(Notice, { tag: 'p' }),
    }),
}
