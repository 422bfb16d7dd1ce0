import type { Goal } from '@balcao/shared/entities/goal.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { requireQueue } from '../../../data/team/queue.ts'

/** Throws ERR_GOAL_WITHOUT_TIME, and ERR_NO_QUEUE_FOUND if its queue is not the company's. */
export async function requireGoal(
  companyId: string,
  {
    queueId,
    firstAnswerMinutes,
    resolutionMinutes,
  }: Pick<Goal, 'queueId' | 'firstAnswerMinutes' | 'resolutionMinutes'>,
): Promise<void> {
  if (firstAnswerMinutes === null && resolutionMinutes === null) throw new AppError('ERR_GOAL_WITHOUT_TIME')
  if (queueId !== null) await requireQueue(companyId, queueId)
}
