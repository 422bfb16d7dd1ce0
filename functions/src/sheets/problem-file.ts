import type { SheetProblem, SheetProblemCode } from '@balcao/shared/entities/sheet-import.ts'
import { CSV_START, csvLine } from '@balcao/shared/rules/csv.ts'
import type { Language } from '@balcao/shared/rules/language.ts'
import type { GivenRow } from './read-people.ts'

/**
 * The first three are those an import looks for, so that the file can be corrected and uploaded as
 * it is.
 */
const HEADINGS: Record<Language, readonly string[]> = {
  pt: ['nome', 'numero', 'email', 'linha', 'problema'],
  en: ['name', 'number', 'email', 'row', 'problem'],
  es: ['nombre', 'numero', 'correo', 'fila', 'problema'],
}

const TEXTS: Record<Language, Record<SheetProblemCode, string>> = {
  pt: {
    missingNumber: 'Falta o número.',
    notNumber: 'Não é um número de telefone.',
    tooShort: 'O número é curto demais: falta o DDD ou o código do país.',
    scientific:
      'O número está em notação científica e perdeu dígitos. Formate a coluna como número, sem casas decimais.',
    badEmail: 'O e-mail não é válido.',
    badName: 'De 2 a 50 letras no nome.',
    badField: 'O valor não serve para o campo {field}.',
    double: 'Número repetido: é o mesmo da linha {row}.',
  },
  en: {
    missingNumber: 'The number is missing.',
    notNumber: 'This is not a phone number.',
    tooShort: 'The number is too short: the area code or the country code is missing.',
    scientific:
      'The number is in scientific notation and has lost digits. Format the column as a number without decimals.',
    badEmail: 'The e-mail address is not valid.',
    badName: 'From 2 to 50 letters in the name.',
    badField: 'The value does not fit the field {field}.',
    double: 'Repeated number: it is the one of row {row}.',
  },
  es: {
    missingNumber: 'Falta el número.',
    notNumber: 'No es un número de teléfono.',
    tooShort: 'El número es demasiado corto: falta el código de área o del país.',
    scientific:
      'El número está en notación científica y perdió dígitos. Dé a la columna formato de número, sin decimales.',
    badEmail: 'El correo no es válido.',
    badName: 'De 2 a 50 letras en el nombre.',
    badField: 'El valor no sirve para el campo {field}.',
    double: 'Número repetido: es el mismo de la fila {row}.',
  },
}

/** Returns the beginning of the file that lists the rows an import rejected. */
export const problemHeadings = (language: Language): string => CSV_START + csvLine(HEADINGS[language])

export const problemLine = (language: Language, { row, code, of, field }: SheetProblem, given: GivenRow): string =>
  csvLine([
    given.name,
    given.number,
    given.email,
    String(row),
    TEXTS[language][code].replace('{row}', String(of ?? '')).replace('{field}', () => field ?? ''),
  ])

/** Name of that file. */
export const PROBLEM_FILE: Record<Language, string> = {
  pt: 'problemas.csv',
  en: 'problems.csv',
  es: 'problemas.csv',
}
