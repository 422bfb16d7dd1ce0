import { KNOWLEDGE_NAME_LENGTH } from '@balcao/shared/api/automation/knowledge.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { messageId } from '@balcao/shared/ids.ts'
import { cutText } from '@balcao/shared/rules/cut-text.ts'
import { documentFolder, removeStored, storePassages } from '../../../bots/knowledge/stored-passages.ts'
import { companyKey } from '../../../data/automation/ai-settings.ts'
import {
  documentWrite,
  KNOWLEDGE,
  type KnowledgeRow,
  keptError,
  showKnowledge,
  useWrite,
} from '../../../data/automation/knowledge.ts'
import type { JobRow } from '../../../data/jobs/job.ts'
import { changeRow, getRow } from '../../../data/table/small-list.ts'
import { WriteConflict } from '../../../data/table/transact.ts'
import { fetchPage } from '../../../documents/fetch-page.ts'
import { readDocument } from '../../../documents/read-document.ts'
import { readWhole } from '../../../integrations/read-whole.ts'
import { readObjectHead, removeObjects } from '../../../integrations/storage.ts'
import { beginEmbeddingJob } from '../../../messaging/begin-embedding.ts'
import { publishRow } from '../../../messaging/publish-row.ts'
import type { Work } from '../run-step.ts'

type Job = JobRow<'knowledgeRead'>

/**
 * Reads a document: cuts it into passages, stores them in a folder of this attempt, and then names
 * the folder in the document's row.
 */
export const knowledgeRead: Work<'knowledgeRead'> = {
  async step(job, count) {
    const { companyId, state } = job
    const row = await getRow(companyId, KNOWLEDGE, state.documentId, true)
    // Deleted meanwhile, or read by an attempt that ended before it could say so.
    if (row?.status !== 'reading') return { file: null }
    const { kind, bytes, charset } = row.url === null ? await fileOf(job, row) : await fetchPage(row.url)
    const { passages, title } = await readDocument(kind, bytes, charset)
    const folder = `${documentFolder(companyId, row.id)}${job.id}-${job.version}/`
    await storePassages(folder, passages)
    try {
      const set = {
        ...{ status: 'ready' as const, folder, passages: passages.length, bytes: bytes.length },
        ...(title && row.name === row.url ? { name: cutText(title, KNOWLEDGE_NAME_LENGTH) } : {}),
      }
      await count(1, [documentWrite(companyId, row, set, 'status'), useWrite(companyId, { passages: passages.length })])
    } catch (error) {
      if (!(error instanceof WriteConflict)) throw error
      if (error.label === 'knowledgeUse') throw new AppError('ERR_KNOWLEDGE_FULL')
    }
    return { file: null }
  },
  async clean(job) {
    const { companyId, state } = job
    const row = await endReading(job)
    await removeStored(companyId, state.documentId, row?.folder ? [row.folder] : [])
    if (state.source) await removeObjects([state.source])
    if (!row) return
    await publishRow(companyId, 'knowledge', 'update', showKnowledge(row))
    if (row.status === 'ready' && (await companyKey(companyId))) {
      const id = await messageId(job.id, 'knowledgeEmbed', job.createdAt)
      await beginEmbeddingJob(companyId, job.user, { documentId: row.id, id })
    }
  },
}

async function fileOf({ state }: Job, { kind }: KnowledgeRow) {
  if (!state.source || !(await readObjectHead(state.source, 1))) throw new AppError('ERR_UPLOAD_MISSING')
  return { kind, bytes: await readWhole(state.source), charset: '' }
}

/** Returns the document after its job; one that could not be read is marked as failed. */
async function endReading({ companyId, state, error, status }: Job): Promise<KnowledgeRow | undefined> {
  const row = await getRow(companyId, KNOWLEDGE, state.documentId, true)
  if (row?.status !== 'reading' || status === 'done') return row
  try {
    return await changeRow(companyId, KNOWLEDGE, row, { status: 'failed', error: keptError(error ?? 'ERR_JOB_FAILED') })
  } catch (thrown) {
    // It was deleted.
    if (thrown instanceof AppError) return undefined
    throw thrown
  }
}
