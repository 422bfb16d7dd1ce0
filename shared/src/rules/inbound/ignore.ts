import type { PipelineStep } from './pipeline.ts'

/** Ignores messages that are stored already, and groups while the setting excludes them. */
export const ignore: PipelineStep = ({ state, message, configuration }) => {
  if (state.seen) return { actions: [{ type: 'ignore', reason: 'duplicate' }], ends: true }
  if (message.group && configuration.settings.CheckMsgIsGroup === 'enabled')
    return { actions: [{ type: 'ignore', reason: 'group' }], ends: true }
  return undefined
}
