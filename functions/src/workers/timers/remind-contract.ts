import { mayAccess } from '@balcao/shared/access.ts'
import type { Mail, Timer } from '@balcao/shared/events/queues.ts'
import { expiryMoment, REMINDER_DAYS, reminderMoment } from '@balcao/shared/rules/sales/contract-term.ts'
import { planOf, silencedBy } from '../../data/company/company.ts'
import { getSettings } from '../../data/company/setting.ts'
import { type ContractRow, getContract, replaceContract, toWireContract } from '../../data/orders/contract.ts'
import { retryUntilWritten } from '../../data/table/transact.ts'
import { listUsers } from '../../data/team/user.ts'
import { armTimer } from '../../data/timers/timer.ts'
import { enqueueMail } from '../../messaging/enqueue.ts'
import { publishRow } from '../../messaging/publish-row.ts'

type ReminderTimer = Extract<Timer, { type: 'remindContract' }>

/**
 * Reports that a contract expires: to the admins by e-mail, and in the notifications by the row's
 * new state. E-mails go first, under ids that are the same at every attempt, so each is sent once;
 * then the row, once; then the event. If the process dies in between, the next attempt finds what
 * was done.
 */
export function remindContract(timer: ReminderTimer, now: number): Promise<void> {
  return retryUntilWritten(() => remindOnce(timer, now))
}

async function remindOnce(timer: ReminderTimer, now: number): Promise<void> {
  const { companyId, contractId, expiresAt, days } = timer
  const row = await getContract(companyId, contractId, true)
  // Deleted, or with another last day, which has timers of its own.
  if (row?.expiresAt !== expiresAt) return
  if (row.reminder && row.reminder.days <= days) return row.reminder.days === days ? publishContract(row) : undefined
  const { timezone } = await getSettings(companyId)
  const dueAt = reminderMoment(expiresAt, days, timezone)
  // The company has moved to another time zone.
  if (dueAt > now) return armTimer({ ...timer, dueAt })
  if (isPast(expiresAt, days, timezone, now)) return
  if (!(await planOf(companyId)).useContracts || (await silencedBy(companyId))) return
  await Promise.all((await mailsFor(timer)).map(enqueueMail))
  await publishContract(await replaceContract(row, { reminder: { days, at: now } }))
}

/**
 * Returns whether, after the clock stood still, this reminder would give the wrong number of days:
 * the next reminder, or the end, is due already.
 */
const isPast = (expiresAt: string, days: number, timeZone: string, now: number): boolean =>
  [
    ...REMINDER_DAYS.filter(others => others < days).map(others => reminderMoment(expiresAt, others, timeZone)),
    expiryMoment(expiresAt, timeZone),
  ].some(moment => moment <= now)

async function mailsFor({ companyId, contractId, expiresAt, days }: ReminderTimer): Promise<Mail[]> {
  const admins = (await listUsers(companyId)).filter(user => mayAccess('admin', user))
  return admins.map(({ id: userId, email: to }) => {
    const id = `contract#${contractId}#${expiresAt}#${days}#${userId}`
    return { type: 'contractExpires', id, to, companyId, userId, contractId, expiresAt, days }
  })
}

const publishContract = (row: ContractRow): Promise<void> =>
  publishRow(row.companyId, 'contract', 'update', toWireContract(row))
