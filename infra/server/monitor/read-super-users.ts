// Thread of `alert-super-users.ts`: posts the super users of the table in its environment.
import { parentPort } from 'node:worker_threads'
import { listSuperUsers } from '@balcao/functions/data/account/super-users.ts'

parentPort!.postMessage(await listSuperUsers())
