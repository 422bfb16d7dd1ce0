import type { Step } from './turn.ts'

/**
 * Makes the answer to a campaign a conversation like others, whose log names it (decision 0019).
 */
export const answerCampaign: Step = ({ state, message }) =>
  state.campaign && !message.fromMe && !message.group
    ? { actions: [{ type: 'answerCampaign', optsOut: false }] }
    : undefined
