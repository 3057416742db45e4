import { useData } from 'vitepress'
import DefaultTheme from 'vitepress/theme-without-fonts'
import { h } from 'vue'
import './style.css'

/** A sentence above the text where a reader could take the pages for those of a released version. */
const Notice = () => {
  const { notice } = useData().theme.value
  return notice ? h('p', { class: 'notice' }, notice) : undefined
}

export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { 'doc-before': () => h(Notice), 'home-hero-before': () => h(Notice) }),
}
