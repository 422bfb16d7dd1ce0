import { capabilitiesOf } from '@balcao/shared/rules/capabilities.ts'
import { dayText } from '@balcao/shared/rules/days.ts'
import { localDay, localTime, momentOf } from '@balcao/shared/rules/working-hours.ts'
import { z } from 'zod'
import { requireWhatsapp, whatsappExists } from '../../data/channels/whatsapp.ts'
import { planOf } from '../../data/company/company.ts'
import { countMonthlyUse, MONTHLY_REFUSALS } from '../../data/company/monthly-use.ts'
import { requireContact } from '../../data/contacts/contact.ts'
import { newSchedule, OVER_MISSING } from '../../data/content/schedule.ts'
import { transact, WriteConflict } from '../../data/table/transact.ts'
import { publishSchedule } from '../../messaging/publish-schedule.ts'
import { requireScheduleText } from '../../messaging/schedule-content.ts'
import { rowIdOf } from './row-id.ts'
import { defineTool, type ToolContext } from './tool.ts'

const MINUTE_MS = 60_000
/** Earliest and latest time of a callback, from now (ms). */
const SOONEST_MS = 5 * MINUTE_MS
const LATEST_MS = 60 * 24 * 60 * MINUTE_MS
/** Difference of clocks and of the model's own time, by which a callback may be early (ms). */
const TOLERANCE_MS = MINUTE_MS

/** Text that is sent at the time, with the contact's name filled in. */
const TEXT = 'Olá, {{firstName}}! Estamos retornando o seu contato, como combinado. Podemos continuar por aqui?'

/**
 * Schedules a message to the contact, which takes the conversation up again (decision 0083). It
 * stands among the scheduled messages, where people see, change and delete it.
 */
export const scheduleCallback = defineTool({
  name: 'schedule_callback',
  switch: 'callback',
  needs: null,
  description: 'Agenda um retorno: na hora marcada o cliente recebe uma mensagem que retoma a conversa.',
  parameters: z.object({
    at: z.iso
      .datetime({ offset: true, local: true })
      .describe('Dia e hora, como 2026-11-30T14:00:00-03:00; sem fuso, é o da empresa.'),
  }),
  async run(context, { at }) {
    const { companyId, configuration, state } = context
    const { timezone } = configuration.settings
    const sendAt = instantOf(at, timezone)
    const wait = sendAt - Date.now()
    if (wait < SOONEST_MS - TOLERANCE_MS || wait > LATEST_MS)
      return {
        answer: { error: 'time_out_of_range', message: 'O retorno fica entre 5 minutos e 60 dias a partir de agora.' },
      }
    // One at a time: nobody has the agent write to them again and again.
    if (typeof state.callbackAt === 'number' && state.callbackAt > Date.now())
      return {
        answer: { error: 'already_scheduled', message: `Já há um retorno: ${textOf(state.callbackAt, timezone)}.` },
      }
    const plan = await planOf(companyId)
    if (!plan.useSchedules || !(await takesSchedules(context)))
      return { answer: { error: 'needs_person', message: 'O retorno precisa de uma pessoa: transfira a conversa.' } }
    if (!context.dry) await schedule(context, sendAt, plan.schedules)
    return { answer: { ok: true, at: textOf(sendAt, timezone) }, state: { ...state, callbackAt: sendAt } }
  },
})

/** Returns whether the contact can be written to at any time; in a trial there is none. */
async function takesSchedules({ companyId, ticket, dry }: ToolContext): Promise<boolean> {
  if (dry) return true
  const contact = await requireContact(companyId, ticket.contact.id)
  const connection = await requireWhatsapp(companyId, ticket.whatsapp.id)
  return !contact.scoped && !contact.isGroup && capabilitiesOf(connection).startsByNumber
}

/** Returns a time as it is written: `30/11/2026 14:00`. */
const textOf = (at: number, timeZone: string): string => `${dayText(localDay(at, timeZone))} ${localTime(at, timeZone)}`

/** Returns the time (epoch ms) of a text that may have no zone: then it is the company's. */
function instantOf(text: string, timeZone: string): number {
  const [, day = '', time = '', zone = ''] = /^(.{10})T(\d\d:\d\d)[^Z+-]*(.*)$/.exec(text) ?? []
  return zone === '' ? momentOf(day, time, timeZone) : Date.parse(text)
}

async function schedule(context: ToolContext, sendAt: number, monthlyLimit: number | null): Promise<void> {
  const { companyId, ticket, prompt } = context
  const given = { contactId: ticket.contact.id, whatsappId: ticket.whatsapp.id, sendAt }
  const withoutFile = { media: null, templateId: null, templateVariables: {} }
  const body = await requireScheduleText({ companyId, ...given, ...withoutFile, body: TEXT }, undefined)
  const id = await rowIdOf(context, 'callback')
  const made = newSchedule(companyId, {
    ...{ id, ...given, body, recurrence: 'none', byPrompt: true },
    user: { id: prompt.id, name: prompt.name },
  })
  const counted = await countMonthlyUse(companyId, 'schedules', 1, monthlyLimit)
  try {
    await transact([...made.writes, whatsappExists(companyId, ticket.whatsapp.id), counted], {
      ...OVER_MISSING,
      ...MONTHLY_REFUSALS,
    })
  } catch (error) {
    // This call was carried out before.
    if (error instanceof WriteConflict && error.label === 'schedule') return
    throw error
  }
  await publishSchedule(made.schedule, 'create')
}
