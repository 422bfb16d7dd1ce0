import type { Step } from './turn.ts'

/**
 * Turns the answer to a campaign into an ordinary conversation, whose log names the campaign
 * (decision 0019).
 */
export const answerCampaign: Step = ({ state, message }) =>
  state.campaign && !message.fromMe && !message.group
    ? { actions: [{ type: 'answerCampaign', optsOut: false }] }
    : undefined
