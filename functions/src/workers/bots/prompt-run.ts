import type { PromptFailure, PromptTurn } from '@balcao/shared/entities/prompt-test.ts'
import { AppError } from '@balcao/shared/errors.ts'
import {
  answerInTrial,
  NEW_TRIAL,
  type TrialAnswer,
  type TrialMessage,
  type TrialState,
} from '../../bots/prompt/answer-in-trial.ts'
import { digestOf, judgeResult } from '../../bots/prompt/judge-result.ts'
import { aiUseWrites } from '../../data/automation/ai-use.ts'
import { openKey, PROMPTS } from '../../data/automation/prompt.ts'
import { getCase, type PromptCaseRow } from '../../data/automation/prompt-case.ts'
import {
  getRun,
  type PromptRunRow,
  type PromptTurnRow,
  runExists,
  runWrite,
  trimRuns,
  turnsOf,
  turnWrite,
} from '../../data/automation/prompt-run.ts'
import { requireVersion } from '../../data/automation/prompt-version.ts'
import { spentLimit } from '../../data/automation/token-use.ts'
import type { JobRow } from '../../data/jobs/job.ts'
import { getRow } from '../../data/table/small-list.ts'
import type { Write } from '../../data/table/transact.ts'
import { AiError } from '../../integrations/openai/ai-error.ts'
import type { Count, StepEnd, Work } from '../jobs/run-step.ts'

type Job = JobRow<'promptRun'>
type End = StepEnd<'promptRun'>

/** Timeouts of one answer, as for a contact; a step is one answer. */
const TIMEOUTS = { timeoutMs: 30_000, totalMs: 60_000 }

/**
 * Plays cases with one version of an agent, or two. A step answers one message and stores it, so
 * that after a crash that message is answered again, and nothing before it. Tokens are counted as
 * they are spent; at the month's limit the run ends.
 */
export const promptRun: Work<'promptRun'> = {
  async step(job, count) {
    const { companyId, id: runId, state } = job
    const { promptId, versions, cases, at, turn } = state
    const [prompt, run] = await Promise.all([
      getRow(companyId, PROMPTS, promptId, true),
      getRun(companyId, promptId, runId),
    ])
    if (!prompt || !run) return { file: null }
    const place = at % versions.length
    const row = await getCase(companyId, promptId, cases[Math.floor(at / versions.length)]!)
    const said = row?.messages[turn]
    // It was deleted or shortened meanwhile: there is no result.
    if (!row || said === undefined) return nextResult(job, run, [])
    const limit = await spentLimit(companyId)
    if (limit) throw new AppError(limit)
    const apiKey = openKey(companyId, 'apiKey', prompt)
    if (!apiKey) throw new AppError('ERR_PROMPT_KEY_MISSING')
    const version = await requireVersion(companyId, prompt, versions[place]!)
    const earlier = (await turnsOf(companyId, runId, row.id, String(place))).slice(0, turn)
    const { answer, error } = await answerOf({
      ...{ companyId, apiKey, timeouts: TIMEOUTS, before: (earlier.at(-1)?.next ?? NEW_TRIAL) as TrialState },
      prompt: { ...prompt, ...version.configuration },
      messages: [...earlier.flatMap(messagesOf), { fromMe: false, body: said }],
      count: counter(companyId, { kind: 'prompt', id: prompt.id, name: prompt.name }, count),
    })
    const { after, ...shown } = answer
    const played = { said, ...shown }
    const isLast = error !== null || shown.handsOver !== null || turn + 1 === row.messages.length
    const result = isLast ? resultOf(row, [...earlier, played], error) : null
    const key = { companyId, runId, caseId: row.id, place: String(place), turn: String(turn).padStart(2, '0') }
    const stored = turnWrite({ ...key, ...played, next: isLast ? null : after, result })
    if (!result) return { next: { ...state, turn: turn + 1 }, writes: [stored, runExists(run)] }
    const judged = { caseId: row.id, versionId: version.id, passed: result.passed }
    return nextResult(job, { ...run, results: [...run.results, judged] }, [stored], run)
  },
  async clean({ companyId, state }) {
    await trimRuns(companyId, state.promptId)
  },
}

const messagesOf = ({ said, answer }: PromptTurn): TrialMessage[] => [
  { fromMe: false, body: said },
  ...(answer === '' ? [] : [{ fromMe: true, body: answer }]),
]

/** Returns a counter of AI's use, in the transaction of a checkpoint. */
const counter =
  (companyId: string, agent: Parameters<typeof aiUseWrites>[1], count: Count<'promptRun'>) =>
  async (use: Parameters<typeof aiUseWrites>[2], by = agent): Promise<void> => {
    const writes = await aiUseWrites(companyId, by, use!)
    if (writes.length > 0) await count(0, writes)
  }

/** Returns the answer, or an empty one with the code of what failed; a refused key ends the run. */
async function answerOf(
  input: Parameters<typeof answerInTrial>[0],
): Promise<{ answer: TrialAnswer; error: AiError['code'] | null }> {
  try {
    return { answer: await answerInTrial(input), error: null }
  } catch (error) {
    if (!(error instanceof AiError)) throw error
    if (error.code === 'ERR_AI_KEY_REFUSED') throw new AppError(error.code)
    return { answer: { answer: '', calls: [], handsOver: null, after: input.before }, error: error.code }
  }
}

function resultOf(
  row: PromptCaseRow,
  turns: readonly PromptTurn[],
  error: string | null,
): NonNullable<PromptTurnRow['result']> {
  const why: PromptFailure[] = [
    ...(error === null ? [] : [{ kind: 'error' as const, value: error }]),
    ...judgeResult(row, turns),
  ]
  return { passed: why.length === 0, why, digest: digestOf(turns) }
}

/** Goes on with the next result, or ends the run with `writes`. */
function nextResult({ state }: Job, after: PromptRunRow, writes: readonly Write[], before = after): End {
  const at = state.at + 1
  const isDone = at === state.versions.length * state.cases.length
  const head = runWrite({ ...after, isDone, version: before.version + 1 }, before)
  const end = { done: at, writes: [...writes, head] }
  return isDone ? { ...end, file: null } : { ...end, next: { ...state, at, turn: 0 } }
}
