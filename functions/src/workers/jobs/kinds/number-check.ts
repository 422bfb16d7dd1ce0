import type { ContactListItem } from '@balcao/shared/entities/contact-list.ts'
import type { CheckCounts } from '@balcao/shared/entities/job.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { type Checks, markItems } from '../../../campaigns/mark-items.ts'
import { CONTACT_LISTS } from '../../../data/campaigns/contact-list.ts'
import { eachItem, placeOf } from '../../../data/campaigns/contact-list-item.ts'
import { getWhatsapp, type WhatsappRow } from '../../../data/channels/whatsapp.ts'
import type { JobRow } from '../../../data/jobs/job.ts'
import { requireRow } from '../../../data/table/small-list.ts'
import { checkBatch, questionId } from '../../../messaging/check-numbers.ts'
import { connectedWhatsapp, isNeverAsked } from '../../../messaging/connected-whatsapp.ts'
import { publishListChanged } from '../../../messaging/publish-contact-list.ts'
import type { StepEnd, Work } from '../run-step.ts'

/**
 * Items processed together, and rounds in a step as long as WhatsApp's answers are stored already.
 */
const BATCH_SIZE = 100
const A_STEP = 20
/** Interval at which browsers read the list anew while the job runs. */
const SHOWN_MS = 10_000
/**
 * Pause and number of attempts while a connection is down or does not answer: half a minute each.
 */
const WAIT_MS = 30_000
const WAITS = 10

type Job = JobRow<'numberCheck'>
type State = Job['state']

/**
 * Asks WhatsApp which items of a list have an account, in the order of their numbers. A question's
 * id derives from the job and its position, so a step that was cut off finds the answer to its
 * question. A number whose answer is stored, for a day, is not asked about again. Ends with
 * ERR_NO_CONTACT_LIST_FOUND when the list was deleted, and with ERR_WAPP_NOT_INITIALIZED when no
 * connection could be asked for five minutes. In a company whose connections can never
 * ask, all numbers stay unknown.
 */
export const numberCheck: Work<'numberCheck'> = {
  async step(job, count) {
    const { companyId } = job
    const list = await requireRow(companyId, CONTACT_LISTS, job.state.contactListId, true)
    const total = Math.max(list.contactsCount, job.done)
    const connection = await connectionOf(companyId, job.state.whatsappId)
    if (!connection && job.state.whatsappId === null && (await isNeverAsked(companyId))) {
      const checked = { ...job.state.counts, unknown: job.state.counts.unknown + total - job.done }
      return { file: null, outcome: { checked }, done: total, total }
    }
    if (connection?.status !== 'CONNECTED') return later(job, job.state)
    let state = job.state
    let changed = false
    for (let looked = 0; looked < A_STEP; looked++) {
      const { items, next } = await eachItem(companyId, list.id, state.from, BATCH_SIZE)
      const asked = askedOf(items, state)
      const numbers = asked.map(({ number }) => number)
      const { checks, againInMs, silent } = await checkBatch(
        companyId,
        connection,
        numbers,
        questionId(job, state.from),
        state.anewSince,
      )
      if (silent) return later(job, state)
      // Items that must wait for the rate limit are not skipped.
      const open = items.findIndex(item => asked.includes(item) && !checks.has(item.number))
      const passed = open < 0 ? items : items.slice(0, open)
      const answered = passed.filter(item => asked.includes(item))
      if (await markItems(answered, checks)) changed = true
      const last = passed.at(-1)
      state = {
        ...state,
        from: open < 0 ? next : last ? placeOf(last) : state.from,
        counts: counted(state.counts, answered, checks),
        waits: 0,
      }
      if (open < 0 && next === null) {
        await publishListChanged(companyId, list.id)
        const done = job.done + passed.length
        return { file: null, outcome: { checked: state.counts }, done, total: done }
      }
      if (againInMs !== null || looked === A_STEP - 1) {
        if (changed && Date.now() - state.shownAt >= SHOWN_MS) {
          await publishListChanged(companyId, list.id)
          state = { ...state, shownAt: Date.now() }
        }
        return { next: state, delayMs: againInMs ?? 0, done: job.done + passed.length, total }
      }
      await count(passed.length, [], state)
      job = { ...job, done: job.done + passed.length }
    }
    throw new Error('a step ends with its last look')
  },
}

/**
 * Returns the items that WhatsApp is asked about. A renewed check skips items with an account; one
 * that changed since the job began still counts, as the change may come from a step that was cut
 * off before its checkpoint.
 */
function askedOf(items: readonly ContactListItem[], { anewSince }: State): readonly ContactListItem[] {
  if (anewSince === undefined) return items
  return items.filter(item => item.isWhatsappValid !== true || Date.parse(item.updatedAt) >= anewSince)
}

const connectionOf = (companyId: string, whatsappId: string | null): Promise<WhatsappRow | undefined> =>
  whatsappId ? getWhatsapp(companyId, whatsappId) : connectedWhatsapp(companyId)

function later(job: Job, state: State): StepEnd<'numberCheck'> {
  if (state.waits >= WAITS) throw new AppError('ERR_WAPP_NOT_INITIALIZED')
  return { next: { ...state, waits: state.waits + 1 }, delayMs: WAIT_MS, done: job.done }
}

function counted(counts: CheckCounts, items: readonly ContactListItem[], checks: Checks): CheckCounts {
  const after = { ...counts }
  for (const { number } of items) {
    const check = checks.get(number)
    after[check ? (check.exists ? 'valid' : 'invalid') : 'unknown'] += 1
  }
  return after
}
