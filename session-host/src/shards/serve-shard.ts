import { CommandConsumer } from '../commands/command-consumer.ts'
import { CommandRunner } from '../commands/command-runner.ts'
import type { ConnectionSession } from '../session/connection-session.ts'
import type { Lease } from './lease-table.ts'
import type { ShardServer } from './run-shards.ts'
import { ShardSessions, type ShardSessionsOptions } from './shard-sessions.ts'

export type RunningShard = ShardServer & { sessions: () => ConnectionSession[] }

/** Serves the connections of one shard: their sockets and their command queue. */
export function serveShard(lease: Lease, options: ShardSessionsOptions): RunningShard {
  const { config, clients, media, log, timeouts } = options
  const sessions = new ShardSessions(lease, options)
  const { closedMs } = timeouts
  const runner = new CommandRunner({
    sessions,
    table: clients.table,
    tableName: config.tableName,
    media,
    log,
    closedMs,
  })
  const queueUrl = config.outboundQueueUrls[lease.shard]!
  const consumer = new CommandConsumer({ sqs: clients.sqs, queueUrl, log, runner })
  sessions.start()
  consumer.start()

  return {
    sessions: () => sessions.all(),
    async stop(how) {
      sessions.stop()
      // Another host may be about to open the sockets of a lost shard, so they are closed first.
      if (how === 'lost') await sessions.close(how)
      await consumer.stop()
      if (how === 'handover') await sessions.close(how)
    },
  }
}
