import { team } from '@balcao/shared/api/index.ts'
import { QUEUES } from '../../data/team/queue.ts'
import { QUEUE_OPTIONS } from '../../data/team/queue-option.ts'
import { areaHandler } from '../../http/area-handler.ts'
import { showQueue } from '../../messaging/show-queue.ts'
import { keptFileOperations } from '../kept-file.ts'
import { createInvitation } from './invitations/create-invitation.ts'
import { listInvitations } from './invitations/list-invitations.ts'
import { removeInvitation } from './invitations/remove-invitation.ts'
import { sendInvitation } from './invitations/send-invitation.ts'
import { createQueue } from './queue/create-queue.ts'
import { getQueue } from './queue/get-queue.ts'
import { listDecisions } from './queue/list-decisions.ts'
import { listQueues } from './queue/list-queues.ts'
import { removeQueue } from './queue/remove-queue.ts'
import { updateQueue } from './queue/update-queue.ts'
import { createQueueOption } from './queue-options/create-queue-option.ts'
import { listQueueOptions } from './queue-options/list-queue-options.ts'
import { removeQueueOption } from './queue-options/remove-queue-option.ts'
import { updateQueueOption } from './queue-options/update-queue-option.ts'
import { createUser } from './users/create-user.ts'
import { getUserSecondFactor } from './users/get-second-factor.ts'
import { getUser } from './users/get-user.ts'
import { listAllUsers } from './users/list-all-users.ts'
import { listUsers } from './users/list-users.ts'
import { pauseUser } from './users/pause-user.ts'
import { removeUser } from './users/remove-user.ts'
import { resetSecondFactor } from './users/reset-second-factor.ts'
import { updateUser } from './users/update-user.ts'

export const handler = areaHandler(team, {
  users: {
    list: listUsers,
    listAll: listAllUsers,
    get: getUser,
    create: createUser,
    update: updateUser,
    remove: removeUser,
    getSecondFactor: getUserSecondFactor,
    resetSecondFactor,
  },
  invitations: { list: listInvitations, create: createInvitation, send: sendInvitation, remove: removeInvitation },
  queue: {
    ...keptFileOperations(QUEUES, showQueue),
    list: listQueues,
    get: getQueue,
    create: createQueue,
    update: updateQueue,
    remove: removeQueue,
  },
  distribution: { decisions: listDecisions, pause: pauseUser },
  queueOptions: {
    ...keptFileOperations(QUEUE_OPTIONS),
    list: listQueueOptions,
    create: createQueueOption,
    update: updateQueueOption,
    remove: removeQueueOption,
  },
})
