/**
 * Message templates of WhatsApp's business accounts: a row per company, account, name and language,
 * as Meta has it. The id is made of these four, so that a template is read by its name, and is the
 * same row when it is deleted and made again.
 */
import { isDeepStrictEqual } from 'node:util'
import type { Template, TemplateCategory, TemplateComponent, TemplateStatus } from '@balcao/shared/entities/template.ts'
import type { Quality } from '@balcao/shared/entities/whatsapp.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { messageId } from '@balcao/shared/ids.ts'
import { templateVariables } from '@balcao/shared/rules/templates/template-variables.ts'
import { pageOfMatches } from '../table/page.ts'
import {
  changeRow,
  createRow,
  deleteRow,
  everyRow,
  getRow,
  requireRow,
  type SmallList,
  type SmallRow,
} from '../table/small-list.ts'
import { WriteConflict } from '../table/transact.ts'

/** Template as Meta has it. */
export type MetaTemplate = {
  /** Meta's id. */
  metaId: string
  name: string
  language: string
  category: TemplateCategory
  status: TemplateStatus
  quality: Quality
  rejectedReason: string | null
  components: TemplateComponent[]
}
export type TemplateRow = SmallRow & MetaTemplate & { businessAccountId: string }

const bodyOf = (row: TemplateRow): string =>
  row.components.flatMap(component => (component.type === 'BODY' ? [component.text] : [])).join(' ')

export const TEMPLATES: SmallList<TemplateRow> = {
  kind: 'template',
  missing: 'ERR_NO_TEMPLATE_FOUND',
  text: row => `${row.name} ${row.language} ${bodyOf(row)}`,
  unique: () => ({}),
  taken: { template: 'ERR_TEMPLATE_ALREADY_EXISTS' },
  owner: row => row.businessAccountId,
}

type Named = { name: string; language: string }

/** Returns the language as lists and calls spell it: webhooks write `pt-BR`. */
export const languageOf = (language: string): string => language.replace('-', '_')

const idOf = (companyId: string, businessAccountId: string, { name, language }: Named): Promise<string> =>
  messageId(`${companyId}|${businessAccountId}`, `${name}|${languageOf(language)}`, 0)

/** Returns a template by its name and language. */
export const findTemplate = async (
  companyId: string,
  businessAccountId: string,
  named: Named,
  consistent = false,
): Promise<TemplateRow | undefined> =>
  getRow(companyId, TEMPLATES, await idOf(companyId, businessAccountId, named), consistent)

/** Returns a template. Throws ERR_NO_TEMPLATE_FOUND. */
export const requireTemplate = (companyId: string, id: string, consistent = false): Promise<TemplateRow> =>
  requireRow(companyId, TEMPLATES, id, consistent)

/** Reads every template of the company. */
export const everyTemplate = (companyId: string, consistent = false): Promise<TemplateRow[]> =>
  everyRow(companyId, TEMPLATES, { consistent })

/** Reads a page of the templates of an account, by name. */
export async function pageOfTemplates(
  companyId: string,
  businessAccountId: string,
  query: Parameters<typeof pageOfMatches>[4] & { approved: boolean },
) {
  const rows = await everyRow(companyId, TEMPLATES, { of: businessAccountId })
  const shown = query.approved ? rows.filter(({ status }) => status === 'APPROVED') : rows
  return pageOfMatches(
    companyId,
    `template|${businessAccountId}|${query.approved ? 'approved' : ''}`,
    shown,
    TEMPLATES.text,
    query,
  )
}

const FIELDS = ['metaId', 'category', 'status', 'quality', 'rejectedReason', 'components'] as const

const isSame = (row: TemplateRow, given: MetaTemplate): boolean =>
  FIELDS.every(name => isDeepStrictEqual(row[name], given[name]))

const isOutdated = (error: unknown): boolean =>
  error instanceof WriteConflict ||
  (error instanceof AppError && ['ERR_CONFLICT', TEMPLATES.missing].includes(error.code))

/**
 * Writes what Meta has over the row that was read as `before`; false if nothing differs. Undefined
 * if the row changed since.
 */
export async function saveTemplate(
  companyId: string,
  businessAccountId: string,
  before: TemplateRow | undefined,
  given: MetaTemplate,
): Promise<{ row: TemplateRow; changed: boolean } | undefined> {
  if (before && isSame(before, given)) return { row: before, changed: false }
  try {
    if (before) {
      const { name: _, language: __, ...fields } = given
      return { row: await changeRow(companyId, TEMPLATES, before, fields), changed: true }
    }
    const now = new Date().toISOString()
    const id = await idOf(companyId, businessAccountId, given)
    const row = { ...given, businessAccountId, id, createdAt: now, updatedAt: now }
    return { row: await createRow(companyId, { ...TEMPLATES, taken: {} }, row), changed: true }
  } catch (error) {
    if (isOutdated(error)) return undefined
    throw error
  }
}

/** Deletes a row; undefined if it changed since it was read as `before`. */
export async function dropTemplate(companyId: string, before: TemplateRow): Promise<boolean | undefined> {
  try {
    return await deleteRow(companyId, TEMPLATES, before)
  } catch (error) {
    if (isOutdated(error)) return undefined
    throw error
  }
}

/** Returns a template as a connection has it. */
export const showTemplate = (row: TemplateRow, whatsappId: string): Template => {
  const { businessAccountId: _, metaId: __, ...shown } = row
  return { ...shown, whatsappId, variables: templateVariables(row.components).map(({ name }) => name) }
}
