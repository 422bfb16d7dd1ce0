/**
 * State of an inbound message on its way through `takeMessage`. Each step returns it with a part
 * of its own added, and changes no other part.
 */
import type { InboundMessage } from '@balcao/shared/events/queues.ts'
import type { PipelineAction, PipelineState } from '@balcao/shared/rules/inbound/pipeline.ts'
import type { AwaitingCampaign } from '../../../campaigns/awaiting-campaign.ts'
import type { CampaignAnswer } from '../../../campaigns/take-campaign-answer.ts'
import type { ContactRow } from '../../../data/contacts/contact-row.ts'
import type { Write } from '../../../data/table/transact.ts'
import type { MessageRow, NewMessage } from '../../../data/tickets/message-row.ts'
import type { Changed, TicketChanges } from '../../../data/tickets/ticket.ts'
import type { NewLog } from '../../../data/tickets/ticket-log.ts'
import type { TicketRow } from '../../../data/tickets/ticket-row.ts'
import type { ConnectionConfiguration } from '../../../messaging/configuration.ts'

export type ReceivedMessage = {
  message: InboundMessage
  configuration: ConnectionConfiguration
  /** The sender; a group is a contact too. */
  contact: ContactRow
  /** The message this one answers. */
  quoted: MessageRow | undefined
  /** A ticket that may be the live one. */
  cachedTicket: TicketRow | undefined
}

export type LoadedMessage = ReceivedMessage & {
  /** State on which the decision rests. */
  state: PipelineState
  /** The live ticket, or the closed one that may be reopened or rated. */
  ticket: TicketRow | undefined
  /** The campaign that awaits an answer from this sender. */
  campaign: AwaitingCampaign | undefined
}

export type DecidedMessage = LoadedMessage & { actions: readonly PipelineAction[] }

export type PlannedMessage = DecidedMessage & { plan: Plan }

export type WrittenMessage = PlannedMessage & { written: Written }

/** The actions as changes of the ticket and writes of one transaction. */
export type Plan = {
  use: 'live' | 'reopen' | 'rated' | 'create'
  ticketId: string
  incoming: NewMessage
  unread: number
  changes: TicketChanges
  logs: NewLog[]
  extraWrites: Write[]
  /** The bot's answers. */
  answers: MessageRow[]
  closes: boolean
  refreshesPicture: boolean
  /** True if a bot owes a reply. */
  asksBot: boolean
  /** The message's meaning as an answer to a campaign. */
  campaignAnswer?: CampaignAnswer
  /** Must be called once everything is stored. */
  settled: () => void
}

/** Rows as the transaction stored them. */
export type Written = {
  /** The ticket before the transaction; undefined if it was created. */
  before: TicketRow | undefined
  ticket: TicketRow
  message: MessageRow
  logs: Changed['logs']
}
