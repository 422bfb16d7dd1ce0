import { normalizeName } from './normalize-name.ts'

/** Words of a refusal, in three languages, without accents: an answer that begins with one. */
const BEGINS =
  /^\W*(nao|n|no|nope|nah|nunca|jamais|negativo|never|recuso|rechazo|discordo|refuse)\b(?! (tem problema|ha problema|vejo problema|me importo|problem|hay problema|worries))/
/** A refusal within a sentence. */
const WITHIN =
  /\b(nao (quero|autorizo|aceito|concordo|permito|pode|precisa|cadastr\w*)|prefiro nao|no (quiero|autorizo|acepto|permito|puede|guarde\w*)|prefiero (que )?no|do not|don.?t|dont|(rather|prefer) not|i (refuse|decline)|nem pensar|de jeito nenhum|de ninguna manera|no way)\b/

/** Returns whether a contact's words refuse what they were asked to consent to. */
export function refusesConsent(text: string): boolean {
  const normalized = normalizeName(text)
  return BEGINS.test(normalized) || WITHIN.test(normalized)
}
