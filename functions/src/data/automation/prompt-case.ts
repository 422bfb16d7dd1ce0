/** Test cases of AI agents (decision 0086), in the order in which they were made. */
import { PROMPT_CASES } from '@balcao/shared/api/automation/prompt-tests.ts'
import type { PromptCase } from '@balcao/shared/entities/prompt-test.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { newId } from '@balcao/shared/ids.ts'
import { z } from 'zod'
import { withListLock } from '../table/list-lock.ts'
import { definePackedRow } from '../table/packed-row.ts'
import { fromQuery, type Page, type PageOptions, pageOf } from '../table/page.ts'
import { countItems } from '../table/query-items.ts'
import { removePartition } from '../table/remove-keys.ts'
import { deleteOne } from '../table/single-write.ts'
import { laterThan, rowExists } from '../table/small-list.ts'
import { put, transact } from '../table/transact.ts'

/** Case as stored; the digest is of the answers that were marked. */
export type PromptCaseRow = PromptCase & { companyId: string; promptId: string; version: number; markedDigest?: string }

const CASES = definePackedRow({
  kind: 'promptCase',
  key: { pk: '${companyId}#prompt-case#${promptId}', sk: '${id}' },
  content: z.custom<PromptCaseRow>(),
})

export const getCase = (companyId: string, promptId: string, id: string): Promise<PromptCaseRow | undefined> =>
  CASES.get({ companyId, promptId, id }, { consistent: true })

/** Returns a case. Throws ERR_NO_PROMPT_CASE_FOUND. */
export async function requireCase(companyId: string, promptId: string, id: string): Promise<PromptCaseRow> {
  const row = await getCase(companyId, promptId, id)
  if (!row) throw new AppError('ERR_NO_PROMPT_CASE_FOUND')
  return row
}

/** Reads a page of an agent's cases, oldest first. Throws ERR_INVALID_CURSOR. */
export const pageOfCases = (companyId: string, promptId: string, options: PageOptions): Promise<Page<PromptCaseRow>> =>
  pageOf(
    companyId,
    `prompt-cases|${promptId}`,
    fromQuery(from => CASES.query({ companyId, promptId }, from ? { above: String(from) } : undefined), {
      attributes: CASES.attributes,
      order: 'asc',
      toRow: CASES.parse,
      positionOf: ({ id }) => id,
    }),
    options,
  )

/**
 * Adds a case. Throws ERR_PROMPT_CASE_LIMIT, and ERR_NO_PROMPT_FOUND for an agent that was deleted
 * meanwhile.
 */
export async function createCase(
  companyId: string,
  promptId: string,
  { name, messages, expect }: Pick<PromptCase, 'name' | 'messages' | 'expect'>,
): Promise<PromptCaseRow> {
  const now = new Date().toISOString()
  const row: PromptCaseRow = {
    ...{ companyId, promptId, id: newId(), version: 1, name, messages, expect, mark: null },
    ...{ createdAt: now, updatedAt: now },
  }
  await withListLock(companyId, 'promptCase', async lock => {
    const count = await countItems(CASES.query({ companyId, promptId }), { consistent: true })
    if (count >= PROMPT_CASES) throw new AppError('ERR_PROMPT_CASE_LIMIT')
    await transact([put('promptCase', CASES.create(row)), rowExists(companyId, 'prompt', promptId), lock], {
      prompt: 'ERR_NO_PROMPT_FOUND',
    })
  })
  return row
}

/** Changes a case read as `before`. Throws ERR_CONFLICT if it was changed or deleted since. */
export async function changeCase(before: PromptCaseRow, changes: Partial<PromptCaseRow>): Promise<PromptCaseRow> {
  const after = { ...before, ...changes, version: before.version + 1, updatedAt: laterThan(before.updatedAt) }
  await transact([put('promptCase', CASES.replace(after, before))], { promptCase: 'ERR_CONFLICT' })
  return after
}

export const deleteCase = (row: PromptCaseRow): Promise<unknown> => deleteOne(CASES.delete(row))

/** Returns a case in wire form. */
export const showCase = ({ companyId: _, promptId, version, markedDigest, ...row }: PromptCaseRow): PromptCase => row

/** Deletes the cases of an agent that was deleted. */
export const removeCases = (companyId: string, promptId: string): Promise<void> =>
  removePartition(CASES.query({ companyId, promptId }))
