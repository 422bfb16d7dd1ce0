import i18next from 'i18next'
import type { FieldError } from 'react-hook-form'
import { codeText } from './error-text.ts'

const known: Record<string, string> = {
  'Too Short!': 'validation.tooShort',
  'Too Long!': 'validation.tooLong',
  'Invalid email': 'validation.email',
  'Mensagem muito curta': 'validation.tooShort',
  'Saudação é obrigatório.': 'validation.greeting',
  'cidade é obrigatório': 'validation.city',
  'Tipo é obrigatório': 'validation.kind',
  'valor inicial é obrigatório': 'validation.initialValue',
  'Parcela é obrigatório': 'validation.installments',
  'Data inválida': 'validation.date',
  'Documento inválido': 'errors:ERR_DOCUMENT_INVALID',
  'CEP inválido': 'errors:ERR_ZIP_CODE_INVALID',
}

/** Fields with their own text for a missing value. */
const ownWords = [
  'Saudação é obrigatório.',
  'cidade é obrigatório',
  'Tipo é obrigatório',
  'valor inicial é obrigatório',
  'Parcela é obrigatório',
]

/**
 * Returns the text under a field. The API contract's messages are fixed wordings, translated here
 * to the person's language. An empty value is "required", whichever rule noticed it first.
 */
export function fieldError(
  error: Pick<FieldError, 'message' | 'type'> | undefined,
  value?: unknown,
): string | undefined {
  if (!error) return undefined
  const t = i18next.t as (key: string) => string
  const message = error.message ?? ''
  const coded = codeText(message)
  if (coded) return coded
  if ((value === '' || value === null || value === undefined) && !ownWords.includes(message))
    return t('validation.required')
  const key = known[message]
  return key ? t(key) : message.startsWith('validation.') ? t(message) : t('validation.invalid')
}
