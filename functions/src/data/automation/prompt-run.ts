/**
 * Test runs of AI agents (decision 0086): a head with what is played and which results there are,
 * and a row for each message that was answered. The run has the id of its job.
 */
import { PROMPT_RUNS } from '@balcao/shared/api/automation/prompt-tests.ts'
import type { PromptFailure, PromptResult, PromptRun, PromptTurn } from '@balcao/shared/entities/prompt-test.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { z } from 'zod'
import { getJob, isUnderWay } from '../jobs/job.ts'
import { definePackedRow } from '../table/packed-row.ts'
import { each, fromQuery, type Page, type PageOptions, pageOf } from '../table/page.ts'
import { everyItem, queryItems } from '../table/query-items.ts'
import { removePartition } from '../table/remove-keys.ts'
import { deleteOne } from '../table/single-write.ts'
import { check, put, type Refusals, type Write } from '../table/transact.ts'

export type PromptRunRow = Omit<PromptRun, 'status' | 'error'> & {
  companyId: string
  promptId: string
  version: number
  /** True once every case was played. */
  isDone: boolean
}

/** Answered message as stored: with what the next one continues from, and the result's end. */
export type PromptTurnRow = PromptTurn & {
  companyId: string
  runId: string
  caseId: string
  /** Index of the version in the run. */
  place: string
  /** Index of the message, of two digits. */
  turn: string
  /** State that the next message goes on from (bots/prompt/answer-in-trial.ts). */
  next: unknown
  result: { passed: boolean; why: PromptFailure[]; digest: string } | null
}

const RUNS = definePackedRow({
  kind: 'promptRun',
  key: { pk: '${companyId}#prompt-run#${promptId}', sk: '${id}' },
  content: z.custom<PromptRunRow>(),
})

const TURNS = definePackedRow({
  kind: 'promptTurn',
  key: { pk: '${companyId}#prompt-turn#${runId}', sk: '${caseId}#${place}#${turn}' },
  content: z.custom<PromptTurnRow>(),
})

export const getRun = (companyId: string, promptId: string, id: string): Promise<PromptRunRow | undefined> =>
  RUNS.get({ companyId, promptId, id }, { consistent: true })

/** Returns a run. Throws ERR_NO_PROMPT_RUN_FOUND. */
export async function requireRun(companyId: string, promptId: string, id: string): Promise<PromptRunRow> {
  const row = await getRun(companyId, promptId, id)
  if (!row) throw new AppError('ERR_NO_PROMPT_RUN_FOUND')
  return row
}

const newestFirst = (companyId: string, promptId: string) =>
  fromQuery(from => RUNS.query({ companyId, promptId }, from ? { below: String(from) } : undefined), {
    attributes: RUNS.attributes,
    toRow: RUNS.parse,
    positionOf: ({ id }: PromptRunRow) => id,
  })

/** Reads a page of an agent's runs, newest first. Throws ERR_INVALID_CURSOR. */
export const pageOfRuns = (companyId: string, promptId: string, options: PageOptions): Promise<Page<PromptRunRow>> =>
  pageOf(companyId, `prompt-runs|${promptId}`, newestFirst(companyId, promptId), options)

/** Error of a run that was deleted meanwhile. */
export const RUN_REFUSALS = { promptRun: 'ERR_NO_PROMPT_RUN_FOUND' } as const satisfies Refusals

/** Returns the write, labelled `promptRun`, of a new run, or of one read as `before`. */
export const runWrite = (after: PromptRunRow, before?: PromptRunRow): Write =>
  put('promptRun', RUNS.replace(after, before))

/** Returns the condition, labelled `promptRun`, that a run was not deleted. */
export const runExists = (row: PromptRunRow): Write =>
  check('promptRun', RUNS.check(row, { when: is => [is.present('row')] }))

export const turnWrite = (row: PromptTurnRow): Write => put('promptTurn', TURNS.put(row))

/** Reads the answered messages of one case with one version, or with each, in their order. */
export const turnsOf = (companyId: string, runId: string, caseId: string, place?: string): Promise<PromptTurnRow[]> =>
  everyTurn(TURNS.query({ companyId, runId }, { begins: place === undefined ? `${caseId}#` : `${caseId}#${place}#` }))

async function everyTurn(query: Parameters<typeof everyItem>[0]): Promise<PromptTurnRow[]> {
  const rows = []
  for await (const item of everyItem(query, { consistent: true })) rows.push(TURNS.parse(item))
  return rows
}

/** Returns the results of one case, one for each version. */
export function resultsOf({ versions }: PromptRunRow, turns: readonly PromptTurnRow[]): PromptResult[] {
  return versions.map(({ id: versionId }, i) => {
    const own = turns.filter(({ place }) => place === String(i))
    const end = own.at(-1)?.result
    return {
      versionId,
      turns: own.map(({ said, answer, calls, handsOver }) => ({ said, answer, calls, handsOver })),
      passed: end?.passed ?? null,
      why: end?.why ?? [],
    }
  })
}

/** Returns a run in wire form; whether it goes on is what its job says. */
export async function showRun({ companyId, promptId: _, version, isDone, ...row }: PromptRunRow): Promise<PromptRun> {
  if (isDone) return { ...row, status: 'done', error: null }
  const job = await getJob(companyId, row.id)
  if (job?.status === 'waiting' || job?.status === 'running') return { ...row, status: 'running', error: null }
  if (job?.status === 'canceled') return { ...row, status: 'canceled', error: null }
  return { ...row, status: 'failed', error: job?.error ?? 'ERR_JOB_FAILED' }
}

/** Returns whether an agent's newest run is still playing; consistent. */
export async function isRunUnderWay(companyId: string, promptId: string): Promise<boolean> {
  const { items } = await queryItems<Record<string, unknown>>(RUNS.query({ companyId, promptId }), 1, {
    attributes: RUNS.attributes,
    consistent: true,
  })
  const newest = items[0] && RUNS.parse(items[0])
  if (!newest || newest.isDone) return false
  const job = await getJob(companyId, newest.id, true)
  return job !== undefined && isUnderWay(job)
}

async function removeRun({ companyId, promptId, id }: PromptRunRow): Promise<void> {
  // First its head: without it no message is stored any more.
  await deleteOne(RUNS.delete({ companyId, promptId, id }))
  await removePartition(TURNS.query({ companyId, runId: id }))
}

/** Deletes an agent's runs but for the newest. */
export async function trimRuns(companyId: string, promptId: string, most = PROMPT_RUNS): Promise<void> {
  const rows: PromptRunRow[] = []
  for await (const row of each(newestFirst(companyId, promptId))) rows.push(row)
  for (const row of rows.slice(most)) await removeRun(row)
}
