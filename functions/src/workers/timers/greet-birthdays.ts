import { AppError } from '@balcao/shared/errors.ts'
import type { Timer } from '@balcao/shared/events/queues.ts'
import { birthdaysOf, congratulationMoment, nextCongratulation } from '@balcao/shared/rules/sales/birthday.ts'
import { readTemplateChoice } from '@balcao/shared/rules/templates/template-choice.ts'
import { localDay } from '@balcao/shared/rules/working-hours.ts'
import { defaultWhatsapp, type WhatsappRow } from '../../data/channels/whatsapp.ts'
import { planOf, silencedBy } from '../../data/company/company.ts'
import { getSettings } from '../../data/company/setting.ts'
import { requireContact } from '../../data/contacts/contact.ts'
import { type ContactRow, getContacts } from '../../data/contacts/contact-row.ts'
import { bornOn, congratulatedWrite, wasCongratulated } from '../../data/customers/birthday.ts'
import { type CustomerRow, getCustomer } from '../../data/customers/customer-row.ts'
import { WriteConflict } from '../../data/table/transact.ts'
import { armTimer } from '../../data/timers/timer.ts'
import { fieldVariables } from '../../messaging/field-variables.ts'
import { fillText } from '../../messaging/fill-text.ts'
import { findStandIn, textOrStandIn } from '../../messaging/stand-in-template.ts'
import { whatsappMessageId } from '../../messaging/whatsapp-message-id.ts'
import { writeToContact } from '../../messaging/write-to-contact.ts'

/** Time until the next check while nothing can be sent (ms), until the day is over. */
const PAUSE = 5 * 60_000

/**
 * Arms a timer for each customer with a birthday today, at nine o'clock of a company that
 * congratulates; before that, the next day's timer for itself. The series ends when there is no
 * text, and begins anew when there is one (`update-setting.ts`). Days on which the clock stood
 * still get no greeting.
 */
export async function greetBirthdays(timer: Extract<Timer, { type: 'greetBirthdays' }>, now: number): Promise<void> {
  const { companyId, day } = timer
  const { birthdayMessage, timezone } = await getSettings(companyId)
  if (birthdayMessage.trim() === '') return
  const dueAt = congratulationMoment(day, timezone)
  // The company has moved to another time zone.
  if (dueAt > now) return armTimer({ ...timer, dueAt })
  await armTimer({ type: 'greetBirthdays', companyId, ...nextCongratulation(now, timezone) })
  if (localDay(now, timezone) !== day || !(await mayGreet(companyId))) return
  for await (const customerId of bornOn(companyId, day))
    await armTimer({ type: 'greetCustomer', companyId, customerId, day, dueAt })
}

/**
 * Congratulates one customer, once a year: the message and the mark that it was sent are one
 * transaction. It goes to the first linked contact, as long as there is one; to one who has not
 * written to an official number for a day as the company's template.
 */
export async function greetCustomer(timer: Extract<Timer, { type: 'greetCustomer' }>, now: number): Promise<void> {
  const { companyId, customerId, day } = timer
  const [settings, customer] = await Promise.all([getSettings(companyId), getCustomer(companyId, customerId, true)])
  const text = settings.birthdayMessage.trim()
  const isDay = customer?.birthday && birthdaysOf(day).includes(customer.birthday.slice(5))
  if (!text || !isDay || localDay(now, settings.timezone) !== day) return
  const year = day.slice(0, 4)
  const contact = await firstLinked(customer)
  if (!contact || (await wasCongratulated(companyId, customerId, year))) return
  if (!(await mayGreet(companyId))) return
  const connection = await wayOut(companyId)
  if (!connection) return armTimer({ ...timer, dueAt: (Math.floor(now / PAUSE) + 1) * PAUSE })
  const standIn = await findStandIn(connection, readTemplateChoice(settings.birthdayTemplate) ?? {})
  const more = await fieldVariables({ companyId, contact }, [text, settings.birthdayTemplate])
  try {
    await writeToContact(
      companyId,
      connection,
      contact,
      () => requireContact(companyId, contact.id),
      ticket => {
        const named = { ...ticket, contact: { ...ticket.contact, name: customer.fullName } }
        const fill = (each: string) => fillText(each, named, settings, now, more)
        return {
          content: textOrStandIn(ticket, text, standIn, fill, now),
          origin: 'bot',
          whatsappMessageId: whatsappMessageId(connection.id, 'birthday', customerId, year),
          extra: [congratulatedWrite(companyId, customerId, year)],
        }
      },
    )
  } catch (error) {
    // Another attempt was first, or the contact was deleted or blocked.
    const isOver =
      (error instanceof WriteConflict && error.label === 'congratulated') ||
      (error instanceof AppError && ['ERR_NO_CONTACT_FOUND', 'ERR_CONTACT_BLOCKED'].includes(error.code))
    if (!isOver) throw error
  }
}

const mayGreet = async (companyId: string): Promise<boolean> =>
  (await planOf(companyId)).useSales && !(await silencedBy(companyId))

async function firstLinked({ companyId, id, contacts }: CustomerRow): Promise<ContactRow | undefined> {
  const there = await getContacts(
    companyId,
    contacts.map(contact => contact.id),
  )
  return contacts
    .map(contact => there.get(contact.id))
    .find(contact => contact?.customerId === id && !contact.isGroup && !contact.scoped && !contact.blocked)
}

/** Returns the company's default connection, while it is connected. */
async function wayOut(companyId: string): Promise<WhatsappRow | undefined> {
  try {
    const connection = await defaultWhatsapp(companyId)
    return connection.status === 'CONNECTED' ? connection : undefined
  } catch (error) {
    if (error instanceof AppError) return undefined
    throw error
  }
}
