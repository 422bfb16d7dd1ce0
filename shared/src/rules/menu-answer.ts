/**
 * Reads people's answers to a numbered menu: the number in any script, with polite words around it,
 * after a signature that their own system adds, or the name of the choice. A text that may mean two
 * choices, or none, is no answer: the menu is shown again rather than guessed.
 */
import { normalizeName } from './normalize-name.ts'
import { answered } from './queue-menu.ts'
import { plainDigits } from './unicode-digits.ts'

/** Maximum words of a message in which a number among words is an answer. */
const MAX_WORDS = 5
/** Minimum letters of the beginning of a name that stands for it. */
const MIN_LETTERS = 3
/**
 * Maximum length of a text that is read as an answer: the line of a menu with a long name, signed.
 */
const MAX_LENGTH = 400
/** Maximum letters of a signature: a name, perhaps with a department. */
const MAX_SIGNATURE_LENGTH = 60

const wordSet = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/))

/** Words that may stand around an answer without changing it. */
const FILLERS = wordSet(
  `a o e as os um uma de da do em no na para pra pro por com ao quero queria gostaria desejo prefiro
  escolho seria sera pode ser vou falar atendimento setor departamento fila opcao opcoes numero num n
  nr item alternativa favor pf pfv pfvr gentileza obrigado obrigada obg grato grata valeu vlw oi ola
  opa bom boa dia tarde noite ok sim isso mesmo ai entao eu me the an i want would like option number
  no please pls thanks thank you hi hello good morning afternoon yes to la el lo un una los las quiero
  quisiera deseo elijo opcion gracias hola buenos buenas dias tardes noches si es con hablar
  moca moco amigo amiga querida querido senhor senhora sr sra`,
)

/** Words after which a number counts or names something else: a day, a house, an order. */
const COUNTED = wordSet(
  `dia dias as casa apto apartamento ap rua avenida av bloco quadra lote sala andar mesa pedido nota
  total quantidade qtd valor preco rs anos idade hora horas dentro ha faz tenho temos tem comprei pedi
  recebi mais menos day at house room order street age have bought tengo tiene edad calle pague paguei`,
)

/** Words that announce a choice; an article after them counts as a number word. */
const CHOICE = wordSet('opcao opcion option numero number item alternativa')

/** Articles in Portuguese, Spanish and English that are number words as well. */
const ARTICLES = wordSet('um uma un una')

const NUMBER_WORDS: ReadonlyMap<string, number> = new Map(
  [
    'um uma one uno una un',
    'dois duas two dos',
    'tres three',
    'quatro four cuatro',
    'cinco five',
    'seis six',
    'sete seven siete',
    'oito eight ocho',
    'nove nine nueve',
    'dez ten diez',
  ].flatMap((words, at) => words.split(' ').map(word => [word, at + 1] as const)),
)

/**
 * Returns the number of the choice (from 1, in the order of `names`) that `text` means, 0 for the
 * way back, `#` for the main menu, undefined for anything else.
 */
export function menuAnswer(text: string, names: readonly string[]): number | '#' | undefined {
  const trimmed = text.trim()
  if (trimmed.length > MAX_LENGTH) return undefined
  const answer = plainDigits(trimmed).trim()
  const whole = choiceOf(answer, names)
  if (whole !== undefined) return whole
  const unsigned = withoutSignature(answer)
  return unsigned === undefined ? undefined : choiceOf(unsigned, names)
}

function choiceOf(answer: string, names: readonly string[]): number | '#' | undefined {
  const bare = answered(answer)
  if (bare === '#' || bare === 0 || (bare !== undefined && bare <= names.length)) return bare
  const normalized = names.map(wordsIn)
  return namedBy(wordsIn(answer), normalized) ?? numberedLine(answer, normalized) ?? numberAmong(answer, normalized)
}

/** Returns the words of a text without accents, case and punctuation. */
const wordsIn = (text: string): string => normalizeName(text.replace(/[^\p{L}\p{N}\p{M}]+/gu, ' '))

/**
 * Finds the only choice whose name, or its beginning, is the answer, with or without polite words.
 */
function namedBy(words: string, names: readonly string[]): number | undefined {
  for (const answer of [words, withoutFillers(words)]) {
    const found = oneOf(names, name => name === answer) ?? beginningOf(answer, names)
    if (found !== undefined) return found
  }
  return undefined
}

function beginningOf(answer: string, names: readonly string[]): number | undefined {
  const isLong = answer.replace(/[^\p{L}]/gu, '').length >= MIN_LETTERS
  return isLong ? oneOf(names, name => name.startsWith(answer)) : undefined
}

/** Returns the number of the only name that fits; undefined for none, or for several. */
function oneOf(names: readonly string[], fits: (name: string) => boolean): number | undefined {
  const found = names.flatMap((name, at) => (fits(name) ? [at + 1] : []))
  return found.length === 1 ? found[0] : undefined
}

function withoutFillers(words: string): string {
  const all = words.split(' ')
  const isFiller = (word: string) => FILLERS.has(word)
  const first = all.findIndex(word => !isFiller(word))
  return first < 0 ? '' : all.slice(first, all.findLastIndex(word => !isFiller(word)) + 1).join(' ')
}

/** Reads a line of the menu as it was shown, however long: `2 - Suporte técnico`. */
function numberedLine(answer: string, names: readonly string[]): number | undefined {
  const line = /^[\s*_[(]*(\d{1,3})[\s*_\])]*[-–—:.)]+\s*(\S.*)$/su.exec(answer)
  if (!line) return undefined
  const name = names[Number(line[1]) - 1]
  const rest = wordsIn(line[2]!)
  return name && rest !== '' && name.startsWith(rest) ? Number(line[1]) : undefined
}

/** Reads the only number of a short message, written in digits or as a word. */
function numberAmong(answer: string, names: readonly string[]): number | undefined {
  const words = answer.split(/\s+/).map(bareWord).filter(Boolean)
  // Amounts of money and percentages are no choices.
  if (words.length > MAX_WORDS || /[%\p{Sc}]/u.test(answer)) return undefined
  // A number joined to other characters (2x, 1,2, 10:30, R$2) means something else.
  if (words.some(word => /\p{N}/u.test(word) && !/^\d{1,3}$/.test(word))) return undefined
  const digits = words.flatMap((word, at) => (/^\d/.test(word) ? [at] : []))
  const at = digits.length === 0 ? wordNumberAt(words) : digits.length === 1 ? digits[0] : undefined
  const number = at === undefined ? undefined : (NUMBER_WORDS.get(words[at]!) ?? Number(words[at]))
  if (at === undefined || number === undefined || number < 1 || number > names.length) return undefined
  const before = words.slice(0, at)
  const after = words.slice(at + 1)
  if (isCounted(before)) return undefined
  const own = names[number - 1]!.split(' ')
  if (!after.every(word => FILLERS.has(word) || own.includes(word))) return undefined
  // The number of one choice beside the name of another means two choices.
  const rest = [...before, ...after].join(' ')
  const named = namedBy(rest, names)
  return named === undefined || named === number || own.join(' ') === rest ? number : undefined
}

/** Returns whether the words before a number make it count something; "bom dia" does not. */
const isCounted = (before: readonly string[]): boolean =>
  COUNTED.has(before.at(-1) ?? '') && !/^(bom|bons|buen|buenos)$/.test(before.at(-2) ?? '')

/** Returns a word for comparing, without the punctuation around it. */
const bareWord = (word: string): string =>
  normalizeName(
    word.replace(/^[\p{P}\p{S}]+(?=[\p{L}*_])|^[*_[("'.,;:!?~]+|[\p{P}\p{Extended_Pictographic}\p{M}~]+$/gu, ''),
  )

/** Finds the only number word of a message in which all other words are polite ones. */
function wordNumberAt(words: readonly string[]): number | undefined {
  const found = words.flatMap((word, at) => (NUMBER_WORDS.has(word) && !isArticle(words, at) ? [at] : []))
  if (found.length !== 1) return undefined
  return words.every((word, at) => at === found[0] || FILLERS.has(word)) ? found[0] : undefined
}

/** Returns whether an article is a number word: only when it stands alone or after "option". */
const isArticle = (words: readonly string[], at: number): boolean =>
  ARTICLES.has(words[at]!) && words.length > 1 && !CHOICE.has(words[at - 1] ?? '')

/**
 * Removes the signature that the contact's own system puts before the text: a decorated line or one
 * that ends with a colon, or `name:` on the same line. Returns undefined if there is none.
 */
function withoutSignature(answer: string): string | undefined {
  const lines = answer.split(/\r?\n/)
  const first = lines[0]!.trim()
  const isLine = lines.length > 1 && (/:[\s*_~]*$/.test(first) || /^([*_~]).+\1$/u.test(first))
  if (isLine && isSignature(first)) return lines.slice(1).join('\n').trim()
  const named = /^([^:\n]+):[*_~]*\s*(\S.*)$/su.exec(answer)
  return named && isSignature(named[1]!) ? named[2]!.trim() : undefined
}

function isSignature(text: string): boolean {
  const words = wordsIn(text).split(' ')
  return text.length <= MAX_SIGNATURE_LENGTH && /\p{L}/u.test(text) && !/\p{N}/u.test(text) && !isCounted(words)
}
