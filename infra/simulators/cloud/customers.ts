import { SimulatorError } from '../simulated-system.ts'
import type { CloudContext } from './cloud-context.ts'
import { type BusinessNumber, newMessage, newWamid } from './cloud-state.ts'
import { agePerson } from './customer-window.ts'
import { newPerson } from './send-message.ts'
import { metadataOf, sendStatus } from './statuses.ts'

/** A person reads everything that they have. */
export function read(number: BusinessNumber, from: string, { state, webhooks }: CloudContext): void {
  for (const message of state.conversation(number.id, from))
    if (
      !message.fromCustomer &&
      message.type !== 'reaction' &&
      (message.status === 'sent' || message.status === 'delivered')
    )
      sendStatus(state, webhooks, message, 'read')
}

/** Makes the conversation older, by which its window closes. */
export function age(number: BusinessNumber, from: string, seconds: number, { state }: CloudContext): void {
  const person = state.person(number.id, from)
  if (!person) throw new SimulatorError(404, 'ERR_SIM_NO_PERSON')
  agePerson(person, seconds * 1000)
  state.savePerson(person)
}

/** A person changes their number: their messages move with them. */
export function changeNumber(
  number: BusinessNumber,
  from: string,
  to: string,
  { state, webhooks }: CloudContext,
): void {
  const person = state.person(number.id, from)
  if (!person) throw new SimulatorError(404, 'ERR_SIM_NO_PERSON')
  if (state.person(number.id, to)) throw new SimulatorError(409, 'ERR_SIM_NUMBER_TAKEN')
  state.movePerson(person, to)
  webhooks.send(number.accountId, number.id, 'messages', {
    ...metadataOf(number),
    messages: [
      {
        from,
        id: newWamid(),
        timestamp: String(Math.floor(Date.now() / 1000)),
        type: 'system',
        system: { body: `User ${person.name} changed from ${from} to ${to}`, wa_id: to, type: 'user_changed_number' },
      },
    ],
  })
}

/** Somebody of the business writes in the WhatsApp Business app (coexistence). */
export function echo(
  number: BusinessNumber,
  to: string,
  text: string,
  { state, webhooks }: CloudContext,
): { id: string } {
  if (!state.person(number.id, to)) newPerson(state, number, to)
  const message = newMessage({
    ...{ numberId: number.id, waId: to, fromCustomer: false, type: 'text', content: { body: text } },
    byApp: true,
    status: 'delivered',
  })
  state.add(message)
  webhooks.send(number.accountId, number.id, 'smb_message_echoes', {
    ...metadataOf(number),
    message_echoes: [
      {
        from: number.phone,
        to,
        id: message.id,
        timestamp: String(Math.floor(message.at / 1000)),
        type: 'text',
        text: { body: text },
      },
    ],
  })
  return { id: message.id }
}
