import type { PipelineStep } from './pipeline.ts'

/**
 * Turns the answer to a campaign into an ordinary conversation, whose log names the campaign
 * (decision 0019).
 */
export const answerCampaign: PipelineStep = ({ state, message }) =>
  state.campaign && !message.fromMe && !message.group
    ? { actions: [{ type: 'answerCampaign', optsOut: false }] }
    : undefined
