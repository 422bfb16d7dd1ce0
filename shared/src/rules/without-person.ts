/**
 * Replaces what tells who somebody is (names, documents, numbers, addresses) by made-up values, so
 * that a conversation may be kept as a test. The same value is replaced alike everywhere; documents
 * keep right check digits and postal codes exist, so that tools take them.
 */
import { isCnpj, isCpf } from './sales/document.ts'

export const MADE_UP_NAME = { first: 'Maria', whole: 'Maria Silva' } as const
const EMAIL = 'maria@example.com'
const LINK = 'https://example.com/'
const CPF = '52998224725'
const CNPJ = '11222333000181'
const PHONE = '5511900000000'
const ZIP_CODE = '01310100'
const STREET = 'Avenida Paulista, 1000'

const LINK_PATTERN = /\bhttps?:\/\/\S+|\bwww\.\S+/gi
const EMAIL_PATTERN = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g
/** Digits of five or more with what people write between them. */
const NUMBER_PATTERN = /[+(]{0,2}\d(?:[\s.()/-]{0,2}\d){4,}/g
/** Letters and digits of random keys, such as those of Pix. */
const KEY_PATTERN = /\b[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}\b/gi
const KEY = '00000000-0000-0000-0000-000000000000'
/** A street with its number, in any letters; without one its name has capitals. */
const NUMBERED_STREET =
  /(?<!\p{L})(?:rua|r\.|avenida|av\.?|travessa|tv\.|alameda|al\.|praça|rodovia|estrada|street|calle|avenue)\s+(?:[\p{L}'’.]+\s+){0,5}[\p{L}'’.]+\s*(?:,|nº|n°|n\.?|no\.?|número)*\s*\d{1,5}(?!\d)/giu
const NAMED_STREET =
  /(?<!\p{L})(?:[Rr]ua|[Aa]venida|[Aa]v\.|[Tt]ravessa|[Aa]lameda|[Pp]raça|[Rr]odovia|[Ee]strada|[Cc]alle)\s+(?:(?:d[aeo]s?|del|la|las|los)\s+)*\p{Lu}[\p{L}'’.]*(?:\s+(?:d[aeo]s?\s+)?\p{Lu}[\p{L}'’.]*)*/gu
/** Words before somebody's own name, and up to five after them. */
const INTRODUCTION =
  /((?:meu nome (?:é|eh|completo é)|me chamo|aqui (?:é|quem fala é)(?: [oa])?|(?:sou|falo) [oa]|nome:|my name is|this is|me llamo|mi nombre es)\s+)(\p{L}[\p{L}'’]+(?:[ ]+\p{L}[\p{L}'’]*){0,4})/giu
/** A name: its first word in any letters, the others with capitals. */
const OWN_NAME = /^[\p{L}'’]+(?: +(?:d[aeo]s? +)?\p{Lu}[\p{L}'’]+)*/u

/** Shortest part of a name that is replaced: shorter ones are words. */
const MIN_NAME_LENGTH = 3
/** Parts of names that are words. */
const PARTICLES = new Set(['das', 'dos', 'del', 'los', 'las', 'the', 'loja', 'casa'])

/**
 * @param names of the people who may be named in it
 */
export function withoutPerson(text: string, names: readonly string[]): string {
  const replaced = text
    .replace(LINK_PATTERN, LINK)
    .replace(EMAIL_PATTERN, EMAIL)
    .replace(KEY_PATTERN, KEY)
    .replace(NUMBER_PATTERN, madeUpNumber)
    .replace(NUMBERED_STREET, STREET)
    .replace(NAMED_STREET, street => (STREET.startsWith(street) ? street : STREET))
    .replace(INTRODUCTION, (_, before: string, after: string) => before + after.replace(OWN_NAME, MADE_UP_NAME.whole))
  return withoutNames(replaced, names)
}

/** Returns a made-up number of the same kind, with the same signs between its digits. */
function madeUpNumber(written: string): string {
  const madeUp = madeUpDigits(written.replace(/\D/g, ''))
  let at = 0
  return written.replace(/\d/g, () => madeUp[at++] ?? '0')
}

function madeUpDigits(digits: string): string {
  if (isCpf(digits)) return CPF
  if (isCnpj(digits)) return CNPJ
  if (digits.length === 8) return ZIP_CODE
  return digits.length <= PHONE.length ? PHONE.slice(-digits.length) : digits.replace(/./g, '0')
}

/** Replaces whole names first, then each part of them. */
function withoutNames(text: string, names: readonly string[]): string {
  const given = names.map(name => name.trim()).filter(name => name.length >= MIN_NAME_LENGTH)
  const isName = (part: string) =>
    part.length >= MIN_NAME_LENGTH && /^\p{L}/u.test(part) && !PARTICLES.has(part.toLowerCase())
  const parts = given.flatMap(name => name.split(/\s+/)).filter(isName)
  const whole = given.filter(name => /\s/.test(name))
  return [
    ...whole.map(name => [name, MADE_UP_NAME.whole] as const),
    ...parts.map(part => [part, MADE_UP_NAME.first] as const),
  ].reduce((left, [name, madeUp]) => left.replace(wordPattern(name), madeUp), text)
}

const wordPattern = (name: string) => new RegExp(`(?<![\\p{L}\\p{N}])${withAnyAccents(name)}(?![\\p{L}\\p{N}])`, 'giu')

const ACCENTS: Readonly<Record<string, string>> = {
  ...{ a: 'aáàâãä', e: 'eéèêë', i: 'iíìîï', o: 'oóòôõö', u: 'uúùûü', c: 'cç', n: 'nñ' },
}

/** Returns a pattern of a name that people write with or without its accents. */
const withAnyAccents = (name: string): string =>
  [...name.normalize('NFD').replace(/\p{M}/gu, '')]
    .map(sign => {
      const all = ACCENTS[sign.toLowerCase()]
      return all ? `[${all}]` : sign.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    })
    .join('')
