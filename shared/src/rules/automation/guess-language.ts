import { LANGUAGES, type Language } from '../language.ts'
import { searchWords } from '../search-words.ts'

/** Frequent words of one language that the two others do not have, without accents. */
const WORDS: Record<Language, ReadonlySet<string>> = {
  pt: new Set(
    'nao voce voces obrigado obrigada oi ola bom boa tem quero gostaria preco valor uma um meu minha com eu ja ainda hoje amanha muito qual quanto quando onde fazer posso entrega pedido sim ate tudo bem dia tarde noite'.split(
      ' ',
    ),
  ),
  en: new Set(
    'the you your is are do does have hello hi thanks thank please want would like price how much when where can what order delivery yes and my i it this that with for good morning today tomorrow'.split(
      ' ',
    ),
  ),
  es: new Set(
    'hola usted ustedes gracias quiero quisiera precio cuanto cuesta cuando donde tiene tienen puedo hacer buenos buenas dias tardes noches el los las una mi con yo ya hoy manana muy cual si envio y es por favor'.split(
      ' ',
    ),
  ),
}

/**
 * Returns the language of a message by its frequent words; undefined if none prevails, as in a
 * number or a name.
 */
export function guessLanguage(text: string): Language | undefined {
  const words = searchWords(text.slice(0, 1000))
  const counts = LANGUAGES.map(language => ({
    language,
    count: words.filter(word => WORDS[language].has(word)).length,
  })).sort((a, b) => b.count - a.count)
  const [first, second] = counts
  return first && first.count > (second?.count ?? 0) ? first.language : undefined
}
