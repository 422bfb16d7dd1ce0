/** Extra fields of contacts, within the limits of a contact here. */
import type { ExtraInfo } from '../../entities/contact.ts'
import { cutText } from '../cut-text.ts'
import { documentIn } from '../document-in.ts'
import { type ChangeNote, nameIn } from './values.ts'

/** Limits of a contact's extra fields. */
export const MAX_FIELDS = 50
const FIELD_NAME = 100
const FIELD_VALUE = 1000

/** Returns fields with a name and a value, each once, and notes what does not fit. */
export function tidyFields(
  given: readonly { name: string | null; value: string | null }[],
  changes: ChangeNote[],
): ExtraInfo[] {
  const seen = new Set<string>()
  const fields = given
    .map(({ name, value }) => ({ name: nameIn(name, FIELD_NAME), value: (value ?? '').trim().toWellFormed() }))
    .filter(({ name, value }) => name && value && !seen.has(`${name}\n${value}`) && seen.add(`${name}\n${value}`))
  if (fields.length > MAX_FIELDS) changes.push({ reason: 'badValue', detail: `${fields.length} fields` })
  const cut = fields.find(({ value }) => value.length > FIELD_VALUE)
  if (cut) changes.push({ reason: 'textCut', detail: cut.name })
  if (fields.some(({ name, value }) => `${name}${value}`.includes('\ufffd'))) changes.push({ reason: 'badText' })
  return fields.map(({ name, value }) => ({ name, value: cutText(value, FIELD_VALUE) }))
}

/** Names of fields with a CPF or CNPJ: the digits of a phone may be a valid one by chance. */
const DOCUMENT_FIELD = /\b(cpf|cnpj|documento?|document|tax id)\b/i

/** Returns the valid CPF or CNPJ among extra fields, bare. */
export const documentOf = (fields: readonly ExtraInfo[]): string | null =>
  fields
    .filter(({ name }) => DOCUMENT_FIELD.test(name.replace(/[_-]/g, ' ')))
    .map(({ value }) => documentIn(value))
    .find(Boolean) ?? null
