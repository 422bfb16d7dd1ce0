import { AppError } from '../../errors.ts'
import { documentSigns, isDocument } from './document.ts'

const EMAIL = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/
const PHONE = /^\+55\d{10,11}$/
/** Matches a random key, which is a UUID. */
const RANDOM = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
/** Maximum length that the registry accepts. */
const MAX_LENGTH = 77

/**
 * Returns a Pix key as the registry writes it (Banco Central, Manual Operacional do DICT): CPF or
 * CNPJ without punctuation, a phone in E.164 with Brazil's code, an email address or a random key
 * in small letters. Empty is no key. Throws ERR_PIX_KEY_INVALID.
 */
export function pixKey(typed: string): string {
  const key = typed.trim().toLowerCase()
  if (key === '') return ''
  const phone = key.replace(/[\s()-]/g, '')
  if (PHONE.test(phone)) return phone
  if (isDocument(documentSigns(key))) return documentSigns(key)
  if (key.length <= MAX_LENGTH && (EMAIL.test(key) || RANDOM.test(key))) return key
  throw new AppError('ERR_PIX_KEY_INVALID')
}
