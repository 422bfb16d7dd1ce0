import type { CustomField, FieldValue } from '../../entities/custom-field.ts'
import type { Language } from '../language.ts'
import { normalizeName } from '../normalize-name.ts'
import { checkFieldValue } from './check-field-value.ts'

const YES_AND_NO: Record<Language, readonly [yes: string, no: string]> = {
  pt: ['Sim', 'Não'],
  en: ['Yes', 'No'],
  es: ['Sí', 'No'],
}
const LOCALES: Record<Language, string> = { pt: 'pt-BR', en: 'en', es: 'es' }

/** Returns a value as people read it: `Sim`, `1234,5`, `31/12/2026` (in English `2026-12-31`). */
export function fieldText(type: CustomField['type'], value: FieldValue, language: Language = 'pt'): string {
  if (typeof value === 'boolean') return YES_AND_NO[language][value ? 0 : 1]
  if (typeof value === 'number')
    return value.toLocaleString(LOCALES[language], { useGrouping: false, maximumFractionDigits: 10 })
  return type === 'date' && language !== 'en' ? value.split('-').reverse().join('/') : value
}

const YES = new Set(['sim', 's', 'yes', 'y', 'si', 'true', 'verdadeiro', 'verdadero', '1', 'x'])
const NO = new Set(['nao', 'n', 'no', 'false', 'falso', '0'])

/**
 * Returns the value that a text, such as a sheet's cell, means; null for an empty one, undefined
 * for one that the field does not take.
 */
export function fieldValueOf(
  field: Pick<CustomField, 'type' | 'choices'>,
  text: string,
): FieldValue | null | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return null
  const checked = checkFieldValue(field, readText(field, trimmed))
  return 'value' in checked ? checked.value : undefined
}

function readText({ type, choices }: Pick<CustomField, 'type' | 'choices'>, text: string): FieldValue {
  const folded = normalizeName(text)
  switch (type) {
    case 'number':
      return numberIn(text)
    case 'boolean':
      return YES.has(folded) ? true : NO.has(folded) ? false : text
    case 'choice':
      return choices.find(choice => normalizeName(choice) === folded) ?? text
    case 'date':
      return text.replace(/^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/, (_, day: string, month: string, year: string) =>
        [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-'),
      )
    default:
      return text
  }
}

/** Reads a number with a comma or a point for its decimals: `1.234,5`, `1,234.5`, `R$ 12`. */
function numberIn(text: string): number {
  const plain = text.replace(/^R\$\s*/, '').replace(/\s/g, '')
  if (!/^-?[\d.,]+$/.test(plain)) return Number.NaN
  const decimal = Math.max(plain.lastIndexOf(','), plain.lastIndexOf('.'))
  const isGroup =
    decimal >= 0 && /^-?\d{1,3}([.,]\d{3})+$/.test(plain) && (plain[decimal] === '.' || plain.match(/,/g)!.length > 1)
  if (decimal < 0 || isGroup) return Number(plain.replace(/[.,]/g, ''))
  return Number(`${plain.slice(0, decimal).replace(/[.,]/g, '')}.${plain.slice(decimal + 1)}`)
}
