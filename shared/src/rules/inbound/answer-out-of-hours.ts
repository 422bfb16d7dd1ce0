import { isWithinHours } from '../working-hours.ts'
import { MINUTE, type PipelineAction, type PipelineStep } from './pipeline.ts'

/** Time in which a contact gets the out-of-hours message at most once. */
export const OUT_OF_HOURS_PAUSE = 120 * MINUTE

/**
 * Sends the out-of-hours message, at most once per contact and pause, and ends the bot's part
 * (decision 0015). Without a text nothing happens. With `scheduleType` queue the hours are the
 * queue's, so a ticket without a queue is never out of hours. Holidays are the company's and apply
 * wherever hours are checked.
 */
export const answerOutOfHours: PipelineStep = ({ state, configuration, ticket }) => {
  const { settings, companySchedules, holidays, connection, queues } = configuration
  const queue = queues.find(({ id }) => id === ticket.queueId)
  const hours =
    settings.scheduleType === 'company'
      ? companySchedules
      : settings.scheduleType === 'queue'
        ? queue?.schedules
        : undefined
  if (!hours || isWithinHours(hours, state.now, settings.timezone, holidays)) return undefined
  const text = queue?.outOfHoursMessage.trim() || connection.outOfHoursMessage.trim()
  if (!text) return undefined
  if (state.outOfHoursSentAt !== null && state.now - state.outOfHoursSentAt < OUT_OF_HOURS_PAUSE)
    return { actions: [], ends: true }
  const actions: PipelineAction[] = [{ type: 'outOfHoursSent' }, { type: 'reply', step: 0, text }]
  if (settings.finishTicketOutFourHours === 'enabled') actions.push({ type: 'close' })
  return { actions, ends: true }
}
