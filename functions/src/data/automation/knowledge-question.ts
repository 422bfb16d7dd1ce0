/**
 * Questions that the knowledge was asked, with what was found. They are the words of contacts: they
 * go with their ticket, and after 90 days.
 */
import { createHash } from 'node:crypto'
import type { FoundPassage, KnowledgeGap, KnowledgeQuestion } from '@balcao/shared/entities/knowledge.ts'
import { newId, timeOfId } from '@balcao/shared/ids.ts'
import { searchWords } from '@balcao/shared/rules/search-words.ts'
import { z } from 'zod'
import { instant } from '../instant.ts'
import { normalizeName } from '../table/normalize.ts'
import { definePackedRow } from '../table/packed-row.ts'
import { firstOf, fromQuery, fromRows, type Page, type PageOptions, pageOf } from '../table/page.ts'
import { everyItem } from '../table/query-items.ts'
import { removeKeys } from '../table/remove-keys.ts'
import { put, transact, type Write, WriteConflict } from '../table/transact.ts'

export type QuestionRow = Omit<KnowledgeQuestion, 'createdAt'> & { companyId: string }

const KEPT_SECONDS = 90 * 86_400

const QUESTIONS = definePackedRow({
  kind: 'knowledgeQuestion',
  key: { pk: '${companyId}#knowledge-questions', sk: 'question#${id}' },
  indexes: { gsi1: { pk: '${companyId}#knowledge-asked-in#${askedIn}', sk: '${id}' } },
  content: z.custom<QuestionRow>(),
  derive: ({ id, ticketId }) => ({
    askedIn: ticketId ?? undefined,
    expiresAt: Math.ceil(timeOfId(id) / 1000) + KEPT_SECONDS,
  }),
  // Epoch seconds.
  beside: { expiresAt: z.number() },
})

const isKept = ({ id }: { id: string }): boolean => timeOfId(id) / 1000 + KEPT_SECONDS > Date.now() / 1000

/**
 * Stores a question together with `writes`; false if it was stored
 * before. Costs 2 to 4 write units.
 */
export async function storeQuestion(
  companyId: string,
  given: Omit<QuestionRow, 'id' | 'companyId'>,
  id = newId(),
  writes: readonly Write[] = [],
): Promise<boolean> {
  try {
    await transact([put('knowledgeQuestion', QUESTIONS.create({ ...given, companyId, id })), ...writes])
    return true
  } catch (error) {
    if (error instanceof WriteConflict && error.label === 'knowledgeQuestion') return false
    throw error
  }
}

/** Returns what is kept of found passages: their documents, best first. */
export const foundDocuments = (passages: readonly FoundPassage[]): QuestionRow['found'] =>
  passages
    .filter(({ documentId }, i) => passages.findIndex(each => each.documentId === documentId) === i)
    .map(({ documentId, name, heading, score }) => ({ documentId, name, heading, score }))

const newestFirst = (companyId: string) =>
  fromQuery(from => QUESTIONS.query({ companyId }, from ? { below: `question#${from}` } : undefined), {
    attributes: QUESTIONS.attributes,
    toRow: QUESTIONS.parse,
    positionOf: (row: QuestionRow) => row.id,
  })

/** Returns a question as a list shows it. */
export const showQuestion = ({ companyId: _, ...row }: QuestionRow): KnowledgeQuestion => ({
  ...row,
  createdAt: instant(timeOfId(row.id)),
})

/** Reads a page of the questions that contain a text, newest first. Throws ERR_INVALID_CURSOR. */
export function pageOfQuestions(
  companyId: string,
  { searchParam, ...options }: PageOptions & { searchParam: string },
): Promise<Page<QuestionRow>> {
  const wanted = normalizeName(searchParam)
  return pageOf(companyId, `knowledge-questions|${wanted}`, newestFirst(companyId), {
    ...options,
    accept: row => isKept(row) && normalizeName(row.question).includes(wanted),
  })
}

/** Number of the newest questions in which gaps are searched. */
const EXAMINED = 2000

/** Returns the id of a question's gap, the same for every order and spelling of its words. */
export const gapIdOf = (question: string): string =>
  createHash('sha256')
    .update([...new Set(searchWords(question))].sort().join(' '))
    .digest('base64url')
    .slice(0, 22)

/** Groups the newest questions by their words; those that were answered later are no gaps. */
async function gapsOf(companyId: string): Promise<(KnowledgeGap & { questionIds: string[] })[]> {
  const gaps = new Map<string, KnowledgeGap & { questionIds: string[] }>()
  const answered = new Set<string>()
  for (const row of await firstOf(newestFirst(companyId), EXAMINED)) {
    if (!isKept(row)) continue
    const id = gapIdOf(row.question)
    if (row.found.length > 0) answered.add(id)
    if (row.found.length > 0 || answered.has(id)) continue
    const gap = gaps.get(id) ?? {
      id,
      question: row.question,
      times: 0,
      lastAskedAt: instant(timeOfId(row.id)),
      questionIds: [],
    }
    gaps.set(id, { ...gap, times: gap.times + 1, questionIds: [...gap.questionIds, row.id] })
  }
  return [...gaps.values()].sort((a, b) => b.times - a.times || (a.lastAskedAt < b.lastAskedAt ? 1 : -1))
}

/**
 * Reads a page of the gaps that contain a text, the most frequent first. Throws ERR_INVALID_CURSOR.
 */
export async function pageOfGaps(
  companyId: string,
  { searchParam, ...options }: PageOptions & { searchParam: string },
): Promise<Page<KnowledgeGap>> {
  const wanted = normalizeName(searchParam)
  const gaps = (await gapsOf(companyId)).filter(({ question }) => normalizeName(question).includes(wanted))
  const rows = gaps.map(({ questionIds: _, ...gap }) => gap)
  return pageOf(
    companyId,
    `knowledge-gaps|${wanted}`,
    fromRows(rows, ({ id }) => id),
    options,
  )
}

/** Deletes the questions of a gap. */
export async function removeGap(companyId: string, id: string): Promise<void> {
  const gap = (await gapsOf(companyId)).find(each => each.id === id)
  await removeKeys((gap?.questionIds ?? []).map(questionId => QUESTIONS.key({ companyId, id: questionId })))
}

/** Deletes the questions that were asked in a ticket. */
export async function removeQuestionsOf(companyId: string, ticketId: string): Promise<void> {
  const keys = []
  for await (const item of everyItem(QUESTIONS.queryIndex('gsi1', { companyId, askedIn: ticketId })))
    keys.push(QUESTIONS.key({ companyId, id: QUESTIONS.parse(item).id }))
  await removeKeys(keys)
}
