/**
 * How easily a password is guessed. zxcvbn estimates the guesses (https://github.com/zxcvbn-ts/zxcvbn; common passwords of
 * several leaks, keyboard walks, repeats, dates); what is tried first here, and what anybody knows of the person, counts for
 * nothing: a password is no stronger than what is left of it without. The module weighs half a megabyte: it is imported
 * where a password is rated, never at a start.
 */
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

export type PasswordStrength = {
  level: 'weak' | 'fair' | 'good' | 'strong'
  /** Of a weak one: it is among those tried first, made of what is known of the person, or otherwise easily found. */
  why: 'common' | 'personal' | 'simple' | null
}

const zxcvbn = new ZxcvbnFactory({ graphs: adjacencyGraphs, dictionary })

/** By zxcvbn's score: below 10^6 guesses, 10^8, 10^10, and above. */
const LEVELS = ['weak', 'weak', 'fair', 'good', 'strong'] as const

/** Longer ones are refused before anybody asks. */
const LONGEST = 50

/** The words of passwords in companies of Brazil and its neighbours, with which anybody begins; the lists have few of them. */
const BEGINNINGS = [
  ...['senha', 'mudar', 'trocar', 'acesso', 'entrar', 'padrao', 'teste', 'usuario', 'contrasena', 'clave', 'cambiar'],
  ...['password', 'admin', 'administrador', 'welcome', 'login', 'secret', 'user', 'master', 'root'],
  ...['balcao', 'whatsapp', 'atendimento', 'atendente', 'suporte', 'vendas', 'loja', 'empresa', 'cliente', 'ventas'],
  ...['brasil', 'brazil', 'argentina', 'mexico', 'colombia', 'saopaulo', 'riodejaneiro'],
  ...['flamengo', 'corinthians', 'palmeiras', 'santos', 'vasco', 'gremio', 'internacional', 'cruzeiro', 'atletico'],
  ...['botafogo', 'fluminense', 'barcelona', 'realmadrid', 'boca', 'riverplate'],
  ...[
    'deus',
    'deusefiel',
    'jesus',
    'jesuscristo',
    'cristo',
    'senhor',
    'familia',
    'amor',
    'meuamor',
    'teamo',
    'tequiero',
  ],
  ...['janeiro', 'fevereiro', 'marco', 'abril', 'maio', 'junho', 'julho', 'agosto', 'setembro', 'outubro', 'novembro'],
  ...['dezembro', 'segunda', 'terca', 'quarta', 'quinta', 'sexta', 'sabado', 'domingo'],
]

/**
 * The verdict on a password.
 * @param about what is known of its owner: their name, e-mail and the name of their company
 */
export function passwordStrength(password: string, about: readonly string[]): PasswordStrength {
  const letters = [...password.normalize('NFC')].slice(0, LONGEST)
  const personal = about.flatMap(wordsOf)
  const rate = (text: readonly string[]) => zxcvbn.check(text.map(withoutAccent).join(''), personal)
  const whole = rate(letters)
  const isPersonal = marked(letters, personal)
  const isBeginning = marked(letters, BEGINNINGS)
  const without = [isPersonal, isBeginning, isPersonal.map((is, at) => is || isBeginning[at])]
    .filter(marks => marks.includes(true))
    .map(marks => rate(letters.filter((_, at) => !marks[at])))
  const level = LEVELS[Math.min(...[whole, ...without].map(({ score }) => score)) as 0]
  if (level !== 'weak') return { level, why: null }
  const [only, ...others] = whole.sequence
  if (only?.dictionaryName === 'passwords-common' && others.length === 0) return { level, why: 'common' }
  if (isPersonal.includes(true) || whole.sequence.some(part => part.dictionaryName === 'userInputs'))
    return { level, why: 'personal' }
  return { level, why: isBeginning.includes(true) ? 'common' : 'simple' }
}

const withoutAccent = (letter: string): string => letter.normalize('NFD').replace(/\p{M}/gu, '')

/** One letter for one, so that places stay the same. */
const folded = (letter: string): string => [...withoutAccent(letter).toLowerCase()][0] ?? letter

/** What letters are written as, by sight. */
const LOOKALIKES: Record<string, string> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/** The words of a name or an address, alone and joined. Of an address no ending is: `com` is nothing one knows of somebody. */
function wordsOf(text: string): string[] {
  const shortest = text.includes('@') ? 4 : 3
  return text
    .split('@')
    .flatMap(part => {
      const words = [...part.normalize('NFC')]
        .map(folded)
        .join('')
        .split(/[^\p{L}\p{N}]+/u)
      return [...words, words.join('')]
    })
    .filter(word => word.length >= shortest)
}

/** Which letters belong to one of the words, lookalikes included. */
function marked(letters: readonly string[], words: readonly string[]): boolean[] {
  const plain = letters.map(folded)
  const seen = plain.map(letter => LOOKALIKES[letter] ?? letter)
  const marks = letters.map(() => false)
  for (const word of words) {
    const wanted = [...word]
    for (let at = 0; at + wanted.length <= letters.length; at++)
      if ([plain, seen].some(text => wanted.every((letter, offset) => text[at + offset] === letter)))
        marks.fill(true, at, at + wanted.length)
  }
  return marks
}
