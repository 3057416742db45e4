import type { Locale } from '../i18n/locales.ts'

/** Texts of the pages of tea every month, which load with the pages. */
interface SubscriptionTexts {
  readonly note: string
  readonly none: string
  readonly failed: string
  readonly thanksBody: string
}

export const SUBSCRIPTION_TEXTS: { readonly [Name in Locale]: SubscriptionTexts } = {
  en: {
    note: 'A 250 g tin of Assam CTC, packed each month. Pause or cancel whenever you like.',
    none: 'No subscription yet',
    failed: 'Your subscription could not be loaded.',
    thanksBody: 'We pack the first parcel today, and one each month.',
  },
  hi: {
    note: 'हर महीने असम सीटीसी का 250 ग्राम का डिब्बा। जब चाहें रोकें या बंद करें।',
    none: 'अभी कोई सब्सक्रिप्शन नहीं',
    failed: 'आपका सब्सक्रिप्शन नहीं खुल सका।',
    thanksBody: 'पहला पार्सल हम आज पैक करते हैं, और फिर हर महीने एक।',
  },
  bn: {
    note: 'প্রতি মাসে আসাম সিটিসির 250 গ্রামের কৌটো। যখন খুশি থামান বা বন্ধ করুন।',
    none: 'এখনও কোনও সাবস্ক্রিপশন নেই',
    failed: 'আপনার সাবস্ক্রিপশন খোলা যায়নি।',
    thanksBody: 'প্রথম পার্সেল আমরা আজ প্যাক করি, তার পরে প্রতি মাসে একটি।',
  },
  mr: {
    note: 'दर महिन्याला आसाम सीटीसीचा 250 ग्रॅमचा डबा. हवे तेव्हा थांबवा किंवा बंद करा.',
    none: 'अजून सबस्क्रिप्शन नाही',
    failed: 'तुमचे सबस्क्रिप्शन उघडले नाही.',
    thanksBody: 'पहिले पार्सल आम्ही आज पॅक करतो, आणि मग दर महिन्याला एक.',
  },
  ta: {
    note: 'ஒவ்வொரு மாதமும் அசாம் CTC 250 கிராம் டின். எப்போது வேண்டுமானாலும் நிறுத்தலாம் அல்லது ரத்து செய்யலாம்.',
    none: 'இன்னும் சந்தா இல்லை',
    failed: 'உங்கள் சந்தாவைத் திறக்க முடியவில்லை.',
    thanksBody: 'முதல் பார்சலை இன்று கட்டுகிறோம், பிறகு ஒவ்வொரு மாதமும் ஒன்று.',
  },
  te: {
    note: 'ప్రతి నెల అస్సాం CTC 250 గ్రాముల డబ్బా. ఎప్పుడైనా ఆపండి లేదా రద్దు చేయండి.',
    none: 'ఇంకా సబ్‌స్క్రిప్షన్ లేదు',
    failed: 'మీ సబ్‌స్క్రిప్షన్ తెరుచుకోలేదు.',
    thanksBody: 'మొదటి పార్సెల్ ఈరోజు ప్యాక్ చేస్తాం, ఆపై ప్రతి నెల ఒకటి.',
  },
}
