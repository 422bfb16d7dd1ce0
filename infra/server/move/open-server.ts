import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { claimDataDir } from '../../local/claim-data-dir.ts'
import { Refusal } from '../../local/refusal.ts'
import { testResources } from '../../local/resources.ts'
import { startServices } from '../../local/start-services.ts'
import { type End, serverEnd } from './end.ts'

/** Stage of a server's table, bucket and queues. */
const STAGE = 'server'

/**
 * Claims a server's data directory for a move.
 * @throws Refusal when the server runs, or the directory belongs to another user
 */
export function claimServer(dataDir: string): void {
  const owner = statSync(dataDir, { throwIfNoEntry: false })?.uid
  const user = process.getuid?.()
  if (owner !== undefined && user !== undefined && owner !== user)
    throw new Refusal(`${dataDir} belongs to another user: run the command as the user that runs the server`)
  try {
    claimDataDir(dataDir)
  } catch (error) {
    throw new Refusal(`${(error as Error).message}\nStop the server first: its session host must let go`)
  }
}

/** Returns true if a data directory holds a server's table. */
export const hasTable = (dataDir: string): boolean => existsSync(join(dataDir, 'dynamodb.sqlite'))

/** Starts the table, the objects and the queues of a server alone; nothing works on them. */
export async function openServer(dataDir: string): Promise<{ end: End; close: () => Promise<void> }> {
  const services = await startServices({ dataDir, resources: testResources(STAGE) })
  const end = serverEnd(STAGE, services)
  return {
    end,
    async close() {
      end.close()
      await services.close()
    },
  }
}

/** Returns the file of a server's queues. */
export const queuesFile = (dataDir: string): string => join(dataDir, 'sqs.sqlite')

/** Returns the names of a stage's queues and of their dead letters, without `balcao-<stage>-`. */
export const queueNames = (): string[] =>
  testResources(STAGE).queues.map(({ name }) => name.slice(`balcao-${STAGE}-`.length))
