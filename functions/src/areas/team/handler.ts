import { team } from '@balcao/shared/api/index.ts'
import { areaHandler } from '../../http/area-handler.ts'
import { createQueue } from './queue/create-queue.ts'
import { getQueue } from './queue/get-queue.ts'
import { listQueues } from './queue/list-queues.ts'
import { removeQueue } from './queue/remove-queue.ts'
import { updateQueue } from './queue/update-queue.ts'
import { createUser } from './users/create-user.ts'
import { getUser } from './users/get-user.ts'
import { listAllUsers } from './users/list-all-users.ts'
import { listUsers } from './users/list-users.ts'
import { removeUser } from './users/remove-user.ts'
import { updateUser } from './users/update-user.ts'

export const handler = areaHandler(team, {
  users: {
    list: listUsers,
    listAll: listAllUsers,
    get: getUser,
    create: createUser,
    update: updateUser,
    remove: removeUser,
  },
  queue: { list: listQueues, get: getQueue, create: createQueue, update: updateQueue, remove: removeQueue },
})
