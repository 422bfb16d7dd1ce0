import { AppError } from '@balcao/shared/errors.ts'
import { optionTree } from '@balcao/shared/rules/option-tree.ts'
import { requireQueue } from '../../../data/team/queue.ts'
import { optionsOf } from '../../../data/team/queue-option.ts'
import { plainRows } from '../../../http/plain-list.ts'
import { showKeptFile } from '../../../messaging/show-kept-file.ts'
import type { Operations } from '../operations.ts'

export const listQueueOptions: Operations['queueOptions']['list'] = async (ctx, { query }) => {
  const { queueId, parentId = null } = query
  const [rows] = await Promise.all([optionsOf(ctx.companyId, queueId), requireQueue(ctx.companyId, queueId, true)])
  if (parentId !== null && !rows.some(({ id }) => id === parentId)) throw new AppError('ERR_NO_QUEUE_OPTION_FOUND')
  const tree = optionTree(await Promise.all(rows.map(showKeptFile)), parentId)
  return plainRows(ctx, `queueOptions|${queueId}|${parentId ?? ''}`, tree, query)
}
