import { AWAY_MINUTES } from '@balcao/shared/entities/distribution.ts'
import type { Timer } from '@balcao/shared/events/queues.ts'
import type { Write } from '../table/transact.ts'
import type { UserRow } from '../team/user.ts'
import { timerWrite } from '../timers/timer.ts'

export type TakeBackTimer = Extract<Timer, { type: 'takeBack' }>

/** Time (ms) offline after which unanswered tickets return to the queue. */
export const AWAY_MS = AWAY_MINUTES * 60_000

/**
 * Returns the timer by which a user's unanswered tickets return, if they
 * are away from `onlineUntil` on.
 */
export const takeBackTimer = ({ companyId, id: userId, onlineUntil }: UserRow): TakeBackTimer => ({
  type: 'takeBack',
  ...{ companyId, userId },
  dueAt: onlineUntil + AWAY_MS,
})

/** Returns the write that arms it: the same row for all tickets that a user is given meanwhile. */
export const takeBackWrite = (user: UserRow): Write => timerWrite(takeBackTimer(user))
