import type { MediaType } from '../../entities/message.ts'
import type { InboundMessage } from '../../events/queues.ts'
import { localTime } from '../working-hours.ts'
import { MINUTE, type PipelineAction, type PipelineStep } from './pipeline.ts'

/** Stores the message in its ticket, and extends the ticket's expiry by `expiresTicket` minutes. */
export const storeMessage: PipelineStep = ({ state, message, configuration, ticket }) => {
  const { settings, connection } = configuration
  const actions: PipelineAction[] = [
    {
      type: 'store',
      body: message.kind === 'call_log' ? callText(message, settings.timezone) : message.body,
      mediaType: mediaTypeOf(message),
      unread: message.fromMe ? 0 : 1,
    },
  ]
  if (ticket.status === 'open' && connection.expiresTicket > 0 && (ticket.expiryAt ?? 0) <= state.now)
    actions.push({ type: 'arm', timer: 'expireTicket', dueAt: state.now + connection.expiresTicket * MINUTE })
  return { actions }
}

/** Returns the media type with which the message is shown. */
function mediaTypeOf(message: InboundMessage): MediaType {
  if (message.structured) return message.structured.kind
  switch (message.kind) {
    case 'text':
      return 'chat'
    case 'media':
      return message.media?.kind ?? 'unsupported'
    case 'location':
      return 'locationMessage'
    case 'contacts':
      return (message.vcards?.length ?? 0) > 1 ? 'contactMessage' : 'vcard'
    case 'call_log':
      return 'call_log'
    case 'unsupported':
      return 'unsupported'
  }
}

/** Returns the text of a call: `Chamada de voz perdida às 14:03`. */
const callText = (message: InboundMessage, timeZone: string): string =>
  `Chamada de ${message.call?.video ? 'vídeo' : 'voz'} perdida às ${localTime(message.sentAt, timeZone)}`
