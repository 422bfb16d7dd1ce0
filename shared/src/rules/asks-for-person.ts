import { normalizeName } from './normalize-name.ts'

/**
 * Words for a person (not a bot) that a contact may ask for, in three languages, without accents.
 */
const PEOPLE =
  'pessoa|gente|alguem|operador|operadora|vendedor|vendedora|responsavel|someone|somebody|person|people|agent|operator|alguien|persona|agente|asesor|asesora|vendedora?'
const ALONE = /\b(atendente|atendentes|attendant|representative|asesor humano|operador humano|ser humano)\b/
/** Matches "human", unless it is part of the name of a department such as human resources. */
const HUMAN =
  /(?<!\b(recursos|direitos|derechos|corpo|cuerpo|resources?)\s)\b(humano|humana|human)\b(?!\s+(resources|rights|body))/
const SPEAK = new RegExp(
  `\\b(falar|fala|falo|conversar|hablar|hablo|comunicar|comunicarme|talk|speak|chat|atendido|atendida|atendido)\\s+(com|con|to|with|por)\\s+((uma?|alguma|o|a|una?|la|el|an|the|real|outra|otra|algum|algun)\\s+){0,2}(${PEOPLE})\\b`,
)

/**
 * Returns whether a contact asks for a person: "atendente", "humano" and the like (decision 0030).
 */
export function asksForPerson(text: string): boolean {
  const normalized = normalizeName(text)
  return ALONE.test(normalized) || HUMAN.test(normalized) || SPEAK.test(normalized)
}
