import type { loginEnglish, proofWindowEnglish, signInEnglish } from '../../shell/english-login.ts'
import type { proofEnglish } from '../../shell/english-proof.ts'
import type { Translated } from './translated.ts'

const login: Translated<typeof loginEnglish> = {
  page: 'लॉग इन',
  text: 'इस दुकान के ऑर्डर, रिफ़ंड और Webhook।',
  ended: 'आपका सेशन खत्म हो गया है। आगे बढ़ने के लिए लॉग इन करें।',
  name: 'नाम',
  nameMissing: 'अपना नाम डालें।',
  password: 'पासवर्ड',
  passwordMissing: 'पासवर्ड डालें।',
  passwordHint: 'एडमिन के पासवर्ड सेट करने तक: गेटवे की सेटिंग console.password। डेमो उसे शुरू होते समय दिखाता है।',
  failed: 'आप लॉग इन नहीं हैं।',
  logIn: 'लॉग इन करें',
  code: {
    label: 'कोड',
    hint: 'आपके ऑथेंटिकेटर ऐप के छह अंक, या आपका कोई रिकवरी कोड।',
    hintPasskey: 'आपके ऑथेंटिकेटर ऐप के छह अंक, या आपका कोई रिकवरी कोड। या नीचे अपनी पासकी से लॉग इन करें।',
  },
  withPasskey: 'पासकी से लॉग इन करें',
  withProvider: (provider) => `${provider} से साइन इन करें`,
  signedIn: 'लॉग इन सेवा ने आपको साइन इन कर दिया है। एक कदम और।',
  startAgain: 'शुरू से करें',
  invitation: {
    page: 'पासवर्ड सेट करें',
    title: 'अपना पासवर्ड सेट करें',
    for: (name) => `${name} के लिए, Galla कंसोल में।`,
    none: 'ऐसा कोई निमंत्रण नहीं है।',
    what: 'निमंत्रण',
    failed: 'पासवर्ड सेट नहीं हुआ।',
    action: 'पासवर्ड सेट करके लॉग इन करें',
  },
}

const signIn: Translated<typeof signInEnglish> = {
  other: 'साइन इन नहीं हुआ। फिर से कोशिश करें।',
  codes: {
    EXPIRED: 'साइन इन में बहुत देर लगी, या वह किसी और विंडो में शुरू हुआ था। फिर से कोशिश करें।',
    DENIED: 'लॉग इन सेवा ने आपको साइन इन नहीं किया।',
    PROVIDER_AWAY: 'लॉग इन सेवा जवाब नहीं दे रही है। बाद में फिर से कोशिश करें, या पासवर्ड से लॉग इन करें।',
    FAILED: 'लॉग इन सेवा का जवाब मान्य नहीं है। वजह गेटवे के लॉग में है।',
    NOT_VERIFIED: 'लॉग इन सेवा ने आपके ईमेल पते की पुष्टि नहीं की है।',
    UNKNOWN_USER: 'आपके ईमेल पते के नाम से यहाँ कोई यूज़र नहीं है, या वह यूज़र बंद किया गया है। किसी एडमिन से निमंत्रण माँगें।',
    OTHER_ACCOUNT: 'आपका यूज़र लॉग इन सेवा के किसी दूसरे खाते से जुड़ा है। किसी एडमिन से नया लिंक माँगें: उससे वह खाता हट जाता है।',
    TOO_MANY: 'आपके पते से बहुत बार साइन इन नामंज़ूर हुआ। पाँच मिनट बाद फिर से कोशिश करें, या पासवर्ड से लॉग इन करें।',
    NO_ROLE: 'लॉग इन सेवा में आपके किसी भी ग्रुप की यहाँ कोई भूमिका नहीं है। किसी एडमिन से कहें।',
  },
}

const proofWindow: Translated<typeof proofWindowEnglish> = {
  page: 'पुष्टि हो गई',
  done: 'पुष्टि हो गई कि यह आप ही हैं',
  notDone: 'पुष्टि नहीं हुई',
  close: 'कंसोल में आगे बढ़ने के लिए यह विंडो बंद करें।',
}

const proof: Translated<typeof proofEnglish> = {
  title: 'पुष्टि करें कि यह आप ही हैं',
  note: 'आपने अपनी पहचान की पुष्टि कुछ समय पहले की थी। इस काम के लिए नई पुष्टि चाहिए; फिर यह अपने आप आगे बढ़ेगा।',
  without: 'बिना पुष्टि के आगे बढ़ें',
  noWay: 'आपकी पहचान की पुष्टि का कोई तरीका यहाँ नहीं चलता। लॉग आउट करें, और फिर से लॉग इन करें।',
  prove: {
    passkey: 'पासकी इस्तेमाल करें',
    password: 'पुष्टि करें',
    code: 'पुष्टि करें',
    provider: 'लॉग इन सेवा में लॉग इन करें',
  },
  change: {
    passkey: 'इसके बजाय पासकी',
    password: 'इसके बजाय पासवर्ड',
    code: 'इसके बजाय कोड',
    provider: 'इसके बजाय लॉग इन सेवा',
  },
  password: 'आपका पासवर्ड',
  missing: { password: 'अपना पासवर्ड डालें।', code: 'कोड डालें।' },
  passkeyNote: 'आपका ब्राउज़र फ़िंगरप्रिंट, चेहरा या पिन माँगेगा।',
  providerNote: 'एक विंडो खुलेगी, जिसमें आप एक बार फिर लॉग इन करेंगे।',
  failed: 'पुष्टि नहीं हुई।',
  noWindow: 'ब्राउज़र ने विंडो नहीं खोली। कंसोल के लिए पॉप-अप विंडो की अनुमति दें, फिर से कोशिश करें।',
}

export const shellLoginHindi = {
  'shell/login': login,
  'shell/sign-in': signIn,
  'shell/proof-window': proofWindow,
  'shell/proof': proof,
}
