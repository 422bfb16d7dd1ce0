import { AppError } from '@balcao/shared/errors.ts'
import { dropTemplate, everyTemplate, saveTemplate, type TemplateRow } from '../../data/channels/template.ts'
import type { WhatsappRow } from '../../data/channels/whatsapp.ts'
import { inParts } from '../../in-parts.ts'
import { listTemplates } from '../../integrations/meta/templates.ts'
import { accountWithTemplates, askAboutTemplates } from './cloud-account.ts'
import { publishTemplates } from './publish-templates.ts'

const MAX_CONCURRENT = 20
const ROUNDS = 4

export type SyncedTemplates = { created: number; updated: number; removed: number }

/**
 * Reads a connection's templates from Meta (with `name`, those of this name), writes what changed
 * and deletes what is gone. A row that changes meanwhile is newer than Meta's list, so the list is
 * read again.
 * @throws ERR_CHANNEL_UNSUPPORTED, ERR_WAPP_NOT_INITIALIZED, ERR_META_UNAVAILABLE
 */
export async function syncTemplates(connection: WhatsappRow, name?: string): Promise<SyncedTemplates> {
  const { companyId } = connection
  const businessAccountId = accountWithTemplates(connection)
  const done: SyncedTemplates = { created: 0, updated: 0, removed: 0 }
  try {
    for (let round = 0; round < ROUNDS; round++) if (await syncOnce(connection, name, done)) return done
    throw new AppError('ERR_CONFLICT')
  } finally {
    if (done.created + done.updated + done.removed > 0) await publishTemplates(companyId, businessAccountId)
  }
}

const keyOf = ({ name, language }: { name: string; language: string }): string => `${name}|${language}`

/** Compares rows with Meta's list once; false if a row changed in between. */
async function syncOnce(connection: WhatsappRow, name: string | undefined, done: SyncedTemplates): Promise<boolean> {
  const { companyId } = connection
  const businessAccountId = accountWithTemplates(connection)
  const isMeant = (row: TemplateRow): boolean =>
    row.businessAccountId === businessAccountId && (name === undefined || row.name === name)
  const rows = (await everyTemplate(companyId, true)).filter(isMeant)
  const listed = await askAboutTemplates(connection, (account, token) => listTemplates(account, token, name))
  const known = new Map(rows.map(row => [keyOf(row), row]))
  const isListed = new Set(listed.map(keyOf))
  const written = await inParts(listed, MAX_CONCURRENT, async given => {
    const before = known.get(keyOf(given))
    const saved = await saveTemplate(companyId, businessAccountId, before, given)
    if (saved?.changed) done[before ? 'updated' : 'created'] += 1
    return saved !== undefined
  })
  const gone = rows.filter(row => !isListed.has(keyOf(row)))
  const removed = await inParts(gone, MAX_CONCURRENT, async row => {
    const dropped = await dropTemplate(companyId, row)
    if (dropped) done.removed += 1
    return dropped !== undefined
  })
  return [...written, ...removed].every(Boolean)
}
