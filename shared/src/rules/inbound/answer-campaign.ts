import type { Step } from './turn.ts'

/** 4-decisions §7 and §16: what answers a campaign is a conversation like others, whose log names it. */
export const answerCampaign: Step = ({ state, message }) =>
  state.campaign && !message.fromMe && !message.group
    ? { actions: [{ type: 'answerCampaign', optsOut: false }] }
    : undefined
