/**
 * Documents of the knowledge (decision 0084). A row says where the passages of a document are in
 * the bucket; the company's one `knowledgeUse` row counts them all, under their limit, and has a
 * version that rises with every change, so that a process knows whether what it has loaded is
 * current.
 */
import { KNOWLEDGE_DOCUMENTS, KNOWLEDGE_PASSAGES } from '@balcao/shared/api/automation/knowledge.ts'
import type { Knowledge } from '@balcao/shared/entities/knowledge.ts'
import { type ErrorCode, isErrorCode } from '@balcao/shared/errors.ts'
import { z } from 'zod'
import { defineRow } from '../table/define-row.ts'
import { deleteRow, type SmallList, sideChange } from '../table/small-list.ts'
import { type Refusals, update, type Write } from '../table/transact.ts'

/** Vectors of a document's passages, in parts written by the job `generation`. */
export type StoredVectors = {
  generation: string
  model: string
  dimensions: number
}

/** Document as stored. */
export type KnowledgeRow = Omit<Knowledge, 'embedded'> & {
  /** Folder of its passages in the bucket; empty until it was read. */
  folder: string
  vectors: StoredVectors | null
}

export const KNOWLEDGE: SmallList<KnowledgeRow> = {
  kind: 'knowledge',
  missing: 'ERR_NO_KNOWLEDGE_FOUND',
  text: ({ name }) => name,
  unique: () => ({}),
  taken: {},
}

const USE = defineRow({
  kind: 'knowledgeUse',
  key: { pk: '${companyId}#knowledge-use', sk: 'use' },
  content: z.object({
    companyId: z.string(),
    documents: z.number().optional(),
    passages: z.number().optional(),
    version: z.number().optional(),
  }),
  keyOnly: ['companyId'],
  unmarked: true,
})

/** Errors of `useWrite`. */
export const KNOWLEDGE_REFUSALS = { knowledgeUse: 'ERR_KNOWLEDGE_FULL' } as const satisfies Refusals

/**
 * Returns the write, labelled `knowledgeUse`, that counts documents and passages and raises the
 * version; refused when there would be more than the limits allow.
 */
export const useWrite = (companyId: string, { documents = 0, passages = 0 } = {}): Write =>
  update(
    'knowledgeUse',
    USE.upsert(
      { companyId },
      {
        add: { documents, passages, version: 1 },
        when: is => [
          ...(documents > 0 ? [is.any(is.absent('documents'), is.below('documents', KNOWLEDGE_DOCUMENTS))] : []),
          ...(passages > 0 && passages <= KNOWLEDGE_PASSAGES
            ? [is.any(is.absent('passages'), is.atMost('passages', KNOWLEDGE_PASSAGES - passages))]
            : []),
        ],
      },
    ),
  )

/** Returns the write, labelled `knowledge`, of a document in which `same` is as it was read. */
export const documentWrite = (
  companyId: string,
  row: KnowledgeRow,
  set: Partial<KnowledgeRow>,
  same: 'folder' | 'status',
): Write =>
  update(
    'knowledge',
    sideChange(companyId, KNOWLEDGE, row.id, {
      set: { ...set, updatedAt: new Date().toISOString() },
      when: is => [is.equal(same, row[same])],
    }),
  )

/** Returns the version of the company's knowledge; 0 without any. Costs one read unit. */
export const knowledgeVersion = async (companyId: string): Promise<number> =>
  (await USE.get({ companyId }, { consistent: true }))?.version ?? 0

/** Deletes a document and takes its passages off the count; false if it was deleted already. */
export const deleteDocument = (companyId: string, row: KnowledgeRow): Promise<boolean> =>
  deleteRow(companyId, KNOWLEDGE, row, {
    writes: [useWrite(companyId, { documents: -1, passages: -row.passages })],
  })

/** Time (ms) after which a document is no longer being read: its job was given up. */
const READING_MS = 2 * 3600_000

/** Returns a document as a list shows it. */
export function showKnowledge({ folder: _, vectors, ...row }: KnowledgeRow): Knowledge {
  const isGivenUp = row.status === 'reading' && Date.parse(row.updatedAt) + READING_MS < Date.now()
  const given = { status: 'failed', error: 'ERR_JOB_FAILED' satisfies ErrorCode } as const
  return { ...row, embedded: vectors !== null, ...(isGivenUp ? given : {}) }
}

/** Returns the code of an error as a row keeps it. */
export const keptError = (code: string): ErrorCode => (isErrorCode(code) ? code : 'ERR_INTERNAL')
