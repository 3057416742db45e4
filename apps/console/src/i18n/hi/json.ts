import type { jsonEnglish } from '../../components/json/english.ts'
import { count, type Translated } from './translated.ts'

const json: Translated<typeof jsonEnglish> = {
  search: {
    open: 'खोजें',
    label: (name) => `${name} में खोजें`,
    field: 'नाम या मान',
    none: 'कुछ नहीं मिला',
    at: (at, matches, most) => `${matches}${most} में से ${at}`,
    previous: 'पिछला नतीजा',
    next: 'अगला नतीजा',
  },
  openAll: 'सब खोलें',
  foldAll: 'सब समेटें',
  copy: 'कॉपी करें',
  copyPath: 'पाथ कॉपी करें',
  copyValue: 'मान कॉपी करें',
  keys: 'ऊपर और नीचे वाली keys से पंक्तियों में चलें, बाएँ से समेटें और दाएँ से खोलें।',
  items: (value) => `${count(value)} आइटम`,
  fields: (value) => `${count(value)} फ़ील्ड`,
  list: 'सूची',
  object: 'ऑब्जेक्ट',
  characters: (value) => `… सभी ${count(value)} अक्षर दिखाएँ`,
  reveal: 'दिखाएँ',
  logged: (path) => ` ${path}, यह लॉग में दर्ज होगा`,
  revealed: 'दिखाया गया मान',
}

export const jsonHindi = { 'components/json': json }
