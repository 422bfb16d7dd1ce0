import { KNOWLEDGE_NAME_LENGTH } from '@balcao/shared/api/automation/knowledge.ts'
import type { KnowledgeKind } from '@balcao/shared/entities/knowledge.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { KNOWLEDGE_LIMIT } from '@balcao/shared/media.ts'
import { cutText } from '@balcao/shared/rules/cut-text.ts'
import {
  KNOWLEDGE,
  KNOWLEDGE_REFUSALS,
  type KnowledgeRow,
  showKnowledge,
  useWrite,
} from '../../../data/automation/knowledge.ts'
import { newJob } from '../../../data/jobs/job.ts'
import { createRow, newRow } from '../../../data/table/small-list.ts'
import { requireUser } from '../../../data/team/user.ts'
import { documentKindOf } from '../../../documents/document-kind.ts'
import { secured } from '../../../integrations/outgoing/follow-redirects.ts'
import { requireAddress } from '../../../integrations/outgoing/require-address.ts'
import { putObject, readObjectHead } from '../../../integrations/storage.ts'
import { beginJob } from '../../../messaging/begin-job.ts'
import { publishRow } from '../../../messaging/publish-row.ts'
import { isPreparedFor, preparedKey } from '../../store-upload.ts'
import type { Operations } from '../operations.ts'
import { KNOWLEDGE_OWNER } from './prepare-knowledge.ts'

type Args = Parameters<Operations['knowledge']['create']>[1]
type Source = { kind: KnowledgeKind; name: string; bytes: number; url: string | null; key: string | null }

/** Adds a document; a job reads it. */
export const createKnowledge: Operations['knowledge']['create'] = async ({ companyId, actor }, given) => {
  const [user, source] = await Promise.all([requireUser(companyId, actor.userId), sourceOf(companyId, given)])
  const { kind, bytes, url, key } = source
  const name = cutText(given.body.name ?? source.name, KNOWLEDGE_NAME_LENGTH)
  const row = newRow<KnowledgeRow>({
    ...{ name, kind, status: 'reading', error: null, passages: 0, bytes, url },
    ...{ folder: '', vectors: null },
  })
  const { job, writes } = newJob(companyId, {
    kind: 'knowledgeRead',
    user: { id: user.id, name: user.name },
    subject: name,
    listed: false,
    state: { documentId: row.id, source: key, fileName: source.name },
  })
  await createRow(companyId, KNOWLEDGE, row, {
    writes: [...writes, useWrite(companyId, { documents: 1 })],
    refusals: KNOWLEDGE_REFUSALS,
  })
  await beginJob(job)
  const shown = showKnowledge(row)
  await publishRow(companyId, 'knowledge', 'create', shown)
  return shown
}

/**
 * Returns what is to be read, put where the job finds it.
 * @throws ERR_KNOWLEDGE_SOURCE, ERR_UPLOAD_MISSING, ERR_UPLOAD_TOO_LARGE, ERR_UPLOAD_TYPE,
 * ERR_OUTGOING_URL
 */
async function sourceOf(companyId: string, { body, files: [file] }: Args): Promise<Source> {
  const { text, url, key } = body
  if ([text, url, key, file].filter(each => each !== undefined).length !== 1) throw new AppError('ERR_KNOWLEDGE_SOURCE')
  if (url !== undefined) {
    const address = secured(url)
    requireAddress(address)
    return { kind: 'page', name: address, bytes: 0, url: address, key: null }
  }
  if (text !== undefined) {
    const bytes = Buffer.from(text)
    return { kind: 'text', name: '', bytes: bytes.length, url: null, key: await keep(companyId, bytes) }
  }
  if (file) {
    const kind = documentKindOf(file.fileName)
    if (file.bytes.length === 0) throw new AppError('ERR_UPLOAD_MISSING')
    const kept = await keep(companyId, file.bytes)
    return { kind, name: file.fileName, bytes: file.bytes.length, url: null, key: kept }
  }
  if (!key || !body.fileName || !isPreparedFor(companyId, KNOWLEDGE_OWNER, key))
    throw new AppError('ERR_UPLOAD_MISSING')
  const kind = documentKindOf(body.fileName)
  const found = await readObjectHead(key, 1)
  if (!found || found.size === 0) throw new AppError('ERR_UPLOAD_MISSING')
  if (found.size > KNOWLEDGE_LIMIT) throw new AppError('ERR_UPLOAD_TOO_LARGE')
  return { kind, name: body.fileName, bytes: found.size, url: null, key }
}

async function keep(companyId: string, bytes: Uint8Array): Promise<string> {
  const key = preparedKey(companyId, KNOWLEDGE_OWNER)
  await putObject(key, bytes, 'application/octet-stream')
  return key
}
