import type {
  accountEnglish,
  passkeysEnglish,
  recoveryCodesEnglish,
  secondFactorEnglish,
} from '../../features/account/english.ts'
import { count, type Translated } from './translated.ts'

const page: Translated<typeof accountEnglish> = {
  title: 'आपका खाता',
  needed: 'आपकी भूमिका के लिए दूसरा फ़ैक्टर ज़रूरी है। नीचे ऐप या पासकी सेट करें; तब तक बाकी पेज बंद रहेंगे।',
  name: 'नाम',
  role: 'भूमिका',
  factor: 'दूसरा फ़ैक्टर',
  passkeys: 'पासकी',
  password: {
    title: 'पासवर्ड',
    current: 'मौजूदा पासवर्ड',
    none: 'अपना मौजूदा पासवर्ड डालें।',
    change: 'पासवर्ड बदलें',
    changed: 'पासवर्ड बदल गया। आपके बाकी सेशन खत्म हो गए।',
    failed: 'पासवर्ड नहीं बदला।',
  },
  sessions: { title: 'आपके सेशन', what: 'आपके सेशन', failed: 'सेशन खत्म नहीं हुआ।' },
}

const passkeys: Translated<typeof passkeysEnglish> = {
  what: 'आपकी पासकी',
  none: 'इस ब्राउज़र में पासकी नहीं चलती।',
  unavailable: 'पासकी के लिए https और होस्ट का नाम चाहिए, या http://localhost: IP पते पर पासकी नहीं चलती।',
  use: 'पासकी से आप बिना पासवर्ड, अपने डिवाइस के फ़िंगरप्रिंट, चेहरे या पिन से लॉग इन करते हैं। यह दूसरा फ़ैक्टर भी है: पासकी होने पर सिर्फ़ पासवर्ड काफ़ी नहीं होता।',
  codes: (value) => `आपके बचे हुए रिकवरी कोड: ${count(value)}। पासवर्ड के बाद हर कोड एक बार पासकी की जगह ले सकता है।`,
  host: (host) => ` · ${host} के लिए`,
  added: (time) => ['जोड़ी गई: ', time],
  unused: ', अभी तक इस्तेमाल नहीं हुई',
  used: (time) => [', पिछला इस्तेमाल: ', time],
  add: {
    name: 'नई पासकी का नाम',
    nameHint: 'वह डिवाइस या सिक्योरिटी key जिसमें पासकी है।',
    action: 'पासकी जोड़ें',
    done: 'पासकी जुड़ गई।',
    failed: 'पासकी नहीं जुड़ी।',
  },
  remove: {
    open: 'हटाएँ…',
    which: (name) => [' पासकी ', name],
    title: 'पासकी हटाएँ',
    action: 'हटाएँ',
    text: (name) => [
      name,
      ' से अब लॉग इन नहीं होगा, और आपके बाकी सेशन खत्म हो जाएँगे। पासकी आपके डिवाइस में तब तक रह सकती है जब तक आप उसे वहाँ से न हटाएँ।',
    ],
    done: 'पासकी हट गई। आपके बाकी सेशन खत्म हो गए।',
    failed: 'पासकी नहीं हटी।',
  },
}

const recoveryCodes: Translated<typeof recoveryCodesEnglish> = {
  leave: 'रिकवरी कोड दोबारा नहीं दिखाए जाएँगे। क्या उन्हें सँभाले बिना जाना है?',
  keep: 'दूसरा फ़ैक्टर चालू है। इन रिकवरी कोड को फ़ोन से अलग जगह सँभालकर रखें: पासवर्ड के बाद हर कोड एक बार ऐप या पासकी की जगह ले सकता है। ये दोबारा नहीं दिखाए जाएँगे।',
  codes: 'रिकवरी कोड',
  done: 'मैंने सँभाल लिए',
}

const secondFactor: Translated<typeof secondFactorEnglish> = {
  what: 'दूसरे फ़ैक्टर की सेटिंग',
  use: 'दूसरे फ़ैक्टर के साथ, लॉग इन के लिए पासवर्ड के अलावा आपके फ़ोन के ऑथेंटिकेटर ऐप का कोड भी चाहिए।',
  password: 'आपका पासवर्ड',
  code: 'कोड',
  setUp: { action: 'दूसरा फ़ैक्टर सेट करें', failed: 'key नहीं बनी।' },
  confirm: {
    scan: 'इसे ऑथेंटिकेटर ऐप से स्कैन करें, फिर ऐप में दिखने वाला कोड डालें।',
    qr: 'नई key का QR कोड',
    key: 'या यह key टाइप करें',
    wrong: 'यह कोड सही नहीं है। ऐप में अभी दिख रहा कोड डालें; वह भी न चले, तो फ़ोन की घड़ी जाँचें।',
    action: 'चालू करें',
    cancel: 'रद्द करें',
    failed: 'दूसरा फ़ैक्टर चालू नहीं हुआ।',
  },
  remove: {
    text: (value) =>
      `दूसरा फ़ैक्टर चालू है। बचे हुए रिकवरी कोड: ${count(value)}। नए कोड या दूसरे फ़ोन के लिए इसे हटाकर फिर से सेट करें।`,
    open: 'हटाएँ…',
    action: 'दूसरा फ़ैक्टर हटाएँ',
    failed: 'दूसरा फ़ैक्टर नहीं हटा।',
  },
}

export const accountHindi = {
  'account/page': page,
  'account/passkeys': passkeys,
  'account/recovery-codes': recoveryCodes,
  'account/second-factor': secondFactor,
}
