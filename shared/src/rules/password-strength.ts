/**
 * Strength of a password. zxcvbn estimates the guesses (https://github.com/zxcvbn-ts/zxcvbn: leaked
 * passwords, keyboard walks, repeats, dates). Words that are tried first in this region, and known
 * facts about the person, count for nothing: a password is as strong as the rest of it. The module
 * weighs half a megabyte, so it is imported where a password is rated, never at start.
 */
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

export type PasswordStrength = {
  level: 'weak' | 'fair' | 'good' | 'strong'
  /**
   * Reason of a weak password: it is among those tried first, made of facts about the person, or
   * otherwise easy to find.
   */
  why: 'common' | 'personal' | 'simple' | null
}

const zxcvbn = new ZxcvbnFactory({ graphs: adjacencyGraphs, dictionary })

/** Levels by zxcvbn's score: below 10^6 guesses, 10^8, 10^10, and above. */
const LEVELS = ['weak', 'weak', 'fair', 'good', 'strong'] as const

/** Maximum length; longer ones are refused before they are rated. */
const MAX_LENGTH = 50

/**
 * Words of passwords in companies of Brazil and its neighbours, which attackers try first; zxcvbn's
 * lists have few of them.
 */
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
 * Rates a password.
 * @param about known facts about its owner: their name, email and the name of their company
 */
export function passwordStrength(password: string, about: readonly string[]): PasswordStrength {
  const letters = [...password.normalize('NFC')].slice(0, MAX_LENGTH)
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

/** Returns a letter without accent and case, one for one, so that positions stay the same. */
const normalized = (letter: string): string => [...withoutAccent(letter).toLowerCase()][0] ?? letter

/** Letters by characters that look like them. */
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

/**
 * Returns the words of a name or an address, alone and joined. The ending of an address is left
 * out: `com` says nothing about a person.
 */
function wordsOf(text: string): string[] {
  const shortest = text.includes('@') ? 4 : 3
  return text
    .split('@')
    .flatMap(part => {
      const words = [...part.normalize('NFC')]
        .map(normalized)
        .join('')
        .split(/[^\p{L}\p{N}]+/u)
      return [...words, words.join('')]
    })
    .filter(word => word.length >= shortest)
}

/** Returns which letters belong to one of the words, lookalikes included. */
function marked(letters: readonly string[], words: readonly string[]): boolean[] {
  const plain = letters.map(normalized)
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
