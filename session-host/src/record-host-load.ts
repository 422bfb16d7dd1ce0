import { HOST_LOAD } from '@balcao/shared/rules/host-load.ts'
import type { Log } from './log.ts'

const EVERY_MS = 60_000

/**
 * Logs the load of this host every minute in CloudWatch's embedded metric format: the log becomes a
 * metric by itself, without a permission or a call of ours. One line per host and minute makes the
 * metric's average the sessions per host, which the service's scaling follows. Nobody reads it
 * where one machine serves the stage.
 * @returns a function that ends it
 */
export function recordHostLoad(stage: string, log: Log, load: () => { sessions: number; shards: number }): () => void {
  if (stage === 'local' || stage === 'server') return () => {}
  const timer = setInterval(() => {
    const { sessions, shards } = load()
    const metric = {
      Namespace: HOST_LOAD.namespace,
      Dimensions: [[HOST_LOAD.dimension]],
      Metrics: [{ Name: HOST_LOAD.metric, Unit: 'Count' }],
    }
    log.info({
      _aws: { Timestamp: Date.now(), CloudWatchMetrics: [metric] },
      [HOST_LOAD.dimension]: stage,
      [HOST_LOAD.metric]: sessions,
      shards,
    })
  }, EVERY_MS)
  return () => clearInterval(timer)
}
