import { normalizeName } from './normalize-name.ts'
import { refusesConsent } from './refuses-consent.ts'

/** Words that may stand before a yes, in three languages, without accents. */
const LEAD = '(?:(?:ah|oh|e|bom|entao|bueno|pues|well|then|eu|yo|i|tu|you|pois|olha|opa|por mim|for me) )*'
/** Words with which an answer begins that agrees. */
const BEGINS = new RegExp(
  `^${LEAD}(?:${[
    'sim|simm+|claro|clarissimo|okay|okey|ok|blz|beleza|uhum|aham|positivo|combinado|fechado|perfeito|perfecto',
    'com certeza|sem problemas?|nao tem problema|tudo bem|tudo certo|ta bom|ta bem|ta certo|esta bem|esta bom|ta ok',
    'de acordo|estou de acordo|a vontade|fique a vontade|manda ver',
    '(?:autorizo|aceito|concordo|permito|confirmo|acepto|consiento|autorizado|autorizada)',
    'pode(?:m)? (?:sim|ser|guardar|cadastrar|registrar|salvar|usar|anotar|fazer|continuar|seguir|prosseguir|ficar|por favor)',
    'yes|yeah|yep|yup|sure|of course|go ahead|agreed|absolutely|certainly|no problem|that.?s (?:fine|ok|okay)|please do',
    'agree|do agree|consent|authori[sz]e|accept|can (?:save|keep|store|register)',
    'dale|por supuesto|de acuerdo|estoy de acuerdo|adelante|como no|desde luego|no hay problema|sin problemas?',
    'puede(?:s|n)? (?:guardar|registrar|usar|hacer|continuar|seguir)\\w*|si (?:claro|por favor|dale|puede|puedes|autorizo|acepto|de acuerdo|gracias|quiero)',
  ].join('|')})(?![\\p{L}\\d])`,
  'u',
)
/** Answers that agree when nothing else stands in their part of the sentence. */
const ALONE = new RegExp(
  `^${LEAD}(?:s|ss|si|sip|pode|podes|podem|puede|puedes|vale|certo|correto|isso|isso mesmo|fine|right|y|ya|k|okk|joia|dale pues)$`,
  'u',
)
/** A yes at the end: `pode sim`, `quero sim`. */
const ENDS = / sim$/u
const THUMBS = /[\u{1F44D}\u{1F44C}\u2705\u2714\u{1F197}]/u
const AGAINST = /[\u{1F44E}\u274C\u{1F6AB}]/u
/** Words that make a yes one of conditions, or one for later. */
const UNCLEAR =
  /(?<!\p{L})(?:claro que (?:nao|no)|depende|talvez|maybe|perhaps|quiza|quizas|tal vez|acho que|nao sei|no se|not sure|depois|mais tarde|later|despues|luego|mas|porem|but|pero|unless|a menos que|only if|so se|solo si|ainda nao|not yet|todavia no)(?!\p{L})/u

/**
 * Returns whether a contact's words clearly agree to what they were asked to consent to; a
 * question, a condition and words about something else do not.
 */
export function givesConsent(text: string): boolean {
  const normalized = normalizeName(text)
  if (AGAINST.test(text) || UNCLEAR.test(normalized) || refusesConsent(text)) return false
  if (THUMBS.test(text)) return true
  // Parts with the sign that ends them: what is asked is no answer.
  const parts = normalized.match(/[^.!?;,\n]+[.!?;,]*/g) ?? []
  return parts.some(part => {
    if (part.includes('?')) return false
    const words = part
      .replace(/[^\p{L}\d' ]+/gu, ' ')
      .replace(/\s+/g, ' ')
      .trim()
    return BEGINS.test(words) || ALONE.test(words) || ENDS.test(words)
  })
}
