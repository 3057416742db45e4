import type { apiEnglish } from '../../api/english.ts'
import type { Translated } from './translated.ts'

const api: Translated<typeof apiEnglish> = {
  unreadable: (status) => `गेटवे ने स्टेटस ${status} के साथ जवाब दिया, पर उसमें पढ़ने लायक कुछ नहीं है।`,
  outcomeUnknown: 'गेटवे ने नहीं बताया कि यह हुआ या नहीं: यह हो चुका हो सकता है। दोबारा करने से पहले देख लें।',
  noAnswer: 'गेटवे जवाब नहीं दे रहा है। क्या वह अब भी चल रहा है?',
  notProved: 'आपने पुष्टि नहीं की कि यह आप ही हैं, इसलिए कुछ नहीं किया गया।',
  codes: {
    WRONG_PASSWORD: 'नाम या पासवर्ड गलत है।',
    WRONG_CODE: 'कोड गलत है, या पहले इस्तेमाल हो चुका है। अगला कोड डालें।',
    WRONG_PASSKEY: 'passkey मान्य नहीं है, या जवाब देर से आया। किसी और तरीके से लॉग इन करें।',
    TOO_MANY_ATTEMPTS: 'पासवर्ड या कोड कई बार गलत डाले गए।',
    NO_SESSION: 'पहले लॉग इन करें।',
    NO_INVITATION: 'लिंक इस्तेमाल हो चुका है, बदला जा चुका है, या उसका समय खत्म हो गया है। एडमिन से नया लिंक माँगें।',
    SECOND_FACTOR_NEEDED: 'आपकी भूमिका के लिए दूसरा फ़ैक्टर ज़रूरी है। उसे “आपका खाता” पेज पर सेट करें।',
    INTERNAL: 'गेटवे के अंदर गड़बड़ी हुई; लॉग देखें।',
  },
  passkey: {
    notUsed: 'passkey इस्तेमाल नहीं हुई। फिर से कोशिश करें, या कोई और तरीका चुनें।',
    notMade: 'passkey नहीं बनी। फिर से कोशिश करें, या कोई और तरीका चुनें।',
    isThere: 'इस डिवाइस पर आपकी passkey पहले से है।',
  },
}

export const apiHindi = { api }
