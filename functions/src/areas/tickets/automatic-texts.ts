import type { Settings } from '@balcao/shared/entities/setting.ts'
import { fillVariables, protocolOf } from '@balcao/shared/rules/variables.ts'
import type { TicketRow } from '../../data/tickets/ticket-row.ts'

/** What the contact reads when an attendant takes the ticket, and when it goes to somebody else. */
export const GREETING_ON_ACCEPT =
  '{{greeting}}, {{firstName}}! Meu nome é *{{user}}* e vou continuar o seu atendimento.'
export const TO_QUEUE = 'Seu atendimento foi transferido para *{{queue}}*. Em instantes alguém vai responder.'
export const TO_USER = 'Seu atendimento foi transferido para *{{user}}* ({{queue}}).'

/** Fills the variables of a text for a ticket as it stands. */
export const filled = (text: string, ticket: TicketRow, settings: Settings): string =>
  fillVariables(text, {
    contactName: ticket.contact.name,
    protocol: protocolOf(ticket.id, ticket.createdAt, settings.timezone),
    queueName: ticket.queue?.name,
    userName: ticket.user?.name,
    now: Date.now(),
    timeZone: settings.timezone,
  })
