import { AppError } from '@balcao/shared/errors.ts'
import { PART_SIZE, readIndex, readTexts, removeStored, storeVectors } from '../../../bots/knowledge/stored-passages.ts'
import { companyKey } from '../../../data/automation/ai-settings.ts'
import { aiUseWrites, countAiUse, KNOWLEDGE_USER } from '../../../data/automation/ai-use.ts'
import {
  documentWrite,
  KNOWLEDGE,
  type KnowledgeRow,
  showKnowledge,
  useWrite,
} from '../../../data/automation/knowledge.ts'
import { spentLimit } from '../../../data/automation/token-use.ts'
import type { JobRow } from '../../../data/jobs/job.ts'
import { everyRow, getRow } from '../../../data/table/small-list.ts'
import { WriteConflict } from '../../../data/table/transact.ts'
import { AiError } from '../../../integrations/openai/ai-error.ts'
import { embed } from '../../../integrations/openai/embed.ts'
import type { RetryTimeouts } from '../../../integrations/openai/with-retry.ts'
import { publishRow } from '../../../messaging/publish-row.ts'
import type { Count, StepEnd, Work } from '../run-step.ts'

type Job = JobRow<'knowledgeEmbed'>
type State = Job['state']
type End = StepEnd<'knowledgeEmbed'>

/** Timeouts of a call; a step makes sixteen, within the five minutes of its function. */
const TIMEOUTS: RetryTimeouts = { timeoutMs: 30_000, totalMs: 60_000 }
/**
 * Deliveries of a step whose service is away; each tries three times by itself. Later the document
 * says so, is found by its words, and is embedded when somebody asks for it.
 */
const TRIES = 2

/**
 * Embeds the passages of one document, or of all that another model embedded, a part a step. The
 * parts of a document are valid, together, once its row names this job as their generation; until
 * then the earlier vectors are.
 */
export const knowledgeEmbed: Work<'knowledgeEmbed'> = {
  async step(job, count) {
    const { companyId, state } = job
    const { current } = state
    if (!current) return nextDocument(job)
    const row = await getRow(companyId, KNOWLEDGE, current.documentId, true)
    if (row?.status !== 'ready') {
      // It was deleted while its vectors were written.
      if (!row) await removeStored(companyId, current.documentId)
      return after(job, current.documentId)
    }
    try {
      return await embedPart(job, row, current, count)
    } catch (error) {
      // The part was paid for, and is embedded again.
      if (error instanceof AiError && error.usage)
        await countAiUse(companyId, KNOWLEDGE_USER, { model: state.model, ...error.usage })
      const isPassing = error instanceof AiError && ['ERR_AI_BUSY', 'ERR_AI_UNREACHABLE'].includes(error.code)
      if (!(error instanceof AiError || error instanceof AppError) || (isPassing && job.tries < TRIES)) throw error
      await count(0, [documentWrite(companyId, row, { error: error.code }, 'folder')]).catch(ignoreDeleted)
      await publishDocument(companyId, row.id)
      throw new AppError(error.code)
    }
  },
}

async function nextDocument({ companyId, state }: Job): Promise<End> {
  const { documentId, after, model } = state
  const all = (await everyRow(companyId, KNOWLEDGE, { consistent: true }))
    .filter(row => row.status === 'ready' && row.vectors?.model !== model)
    .filter(row => (documentId === null ? row.id > (after ?? '') : row.id === documentId && after === null))
  const id = all.map(row => row.id).sort()[0]
  if (id === undefined || !(await companyKey(companyId))) return { file: null }
  return { next: { ...state, current: { documentId: id, part: 0, dimensions: null } } }
}

const after = ({ state }: Job, documentId: string): { next: State } => ({
  next: { ...state, after: documentId, current: null },
})

async function embedPart(
  job: Job,
  row: KnowledgeRow,
  current: NonNullable<State['current']>,
  count: Count<'knowledgeEmbed'>,
): Promise<End> {
  const { companyId, id: generation, state } = job
  // An attempt that ended before it could clean up has named its vectors.
  if (row.vectors?.generation === generation) return cleanUp(job, row)
  const apiKey = await companyKey(companyId)
  if (!apiKey) return { file: null }
  const limit = await spentLimit(companyId)
  if (limit) throw new AppError(limit)
  const from = current.part * PART_SIZE
  const to = Math.min(from + PART_SIZE, row.passages)
  const passages = await readTexts(row.folder, await readIndex(row.folder), from, to)
  const texts = passages.map(({ heading, text }) => (heading ? `${heading}\n${text}` : text))
  const { vectors, dimensions, tokens } = await embed(apiKey, state.model, texts, TIMEOUTS)
  // Another model answers under the same name by now.
  if (current.dimensions !== null && current.dimensions !== dimensions) throw new AiError('ERR_AI_ANSWER')
  await storeVectors(row.folder, generation, current.part, vectors)
  const use = { model: state.model, inputTokens: tokens, outputTokens: 0 }
  const spent = await aiUseWrites(companyId, KNOWLEDGE_USER, use)
  if (to < row.passages)
    return { next: { ...state, current: { ...current, part: current.part + 1, dimensions } }, writes: spent }
  const set = { vectors: { generation, model: state.model, dimensions }, error: null }
  try {
    await count(1, [...spent, documentWrite(companyId, row, set, 'folder'), useWrite(companyId)])
  } catch (error) {
    ignoreDeleted(error)
  }
  return cleanUp(job, row)
}

/** Removes the vectors of earlier generations, which the row no longer names. */
async function cleanUp(job: Job, { id, folder }: KnowledgeRow): Promise<End> {
  const { companyId, id: generation } = job
  const kept = ['texts', 'index', `vectors-${generation}-`].map(name => `${folder}${name}`)
  await removeStored(companyId, id, kept)
  await publishDocument(companyId, id)
  return after(job, id)
}

/** Throws every error but that of a document that was deleted meanwhile. */
function ignoreDeleted(error: unknown): void {
  if (!(error instanceof WriteConflict && error.label === 'knowledge')) throw error
}

async function publishDocument(companyId: string, id: string): Promise<void> {
  const row = await getRow(companyId, KNOWLEDGE, id, true)
  if (row) await publishRow(companyId, 'knowledge', 'update', showKnowledge(row))
  // It was deleted while its vectors were written.
  else await removeStored(companyId, id)
}
