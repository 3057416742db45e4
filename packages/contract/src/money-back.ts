/**
 * When a payer sees returned money, in each language. The provider names five to seven working days for a refund; banks return failed
 * payments sooner. The English messages of the payment page and the components spell it out: with this file, the page would load every
 * language first.
 */
export const MONEY_BACK_EN = 'Banks usually show returned money within 7 working days.'
export const MONEY_BACK_HI = 'लौटे हुए पैसे बैंक में आम तौर पर 7 कामकाजी दिनों के अंदर दिख जाते हैं।'
export const MONEY_BACK_BN = 'ফেরত আসা টাকা ব্যাঙ্কে সাধারণত 7 কর্মদিবসের মধ্যে দেখা যায়।'
export const MONEY_BACK_MR = 'परत आलेले पैसे बँकेत साधारणपणे 7 कामकाजाच्या दिवसांत दिसतात.'
export const MONEY_BACK_TA = 'திரும்பி வரும் பணம் வங்கியில் பொதுவாக 7 வேலை நாட்களுக்குள் தெரியும்.'
export const MONEY_BACK_TE = 'తిరిగి వచ్చే డబ్బు బ్యాంకులో సాధారణంగా 7 పని దినాల్లో కనిపిస్తుంది.'
