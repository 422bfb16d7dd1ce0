import type { SendCommand } from '@balcao/shared/events/queues.ts'
import { newId } from '@balcao/shared/ids.ts'
import type { MetaPageSend } from '../../../data/channels/meta-page-send.ts'
import type { MessageFailure } from '../../../data/tickets/message-row.ts'
import { enqueueInbound } from '../enqueue-inbound.ts'

/** Reports that Meta has accepted all parts of a message. */
export const reportSent = (
  { companyId, connectionId, whatsappMessageId, to }: SendCommand,
  state: Pick<MetaPageSend, 'mids'> | undefined,
): Promise<void> =>
  enqueueInbound(
    { type: 'ack', companyId, connectionId, whatsappMessageId, ack: 1 },
    to,
    // Another id after a person sent the message again.
    `${state?.mids.at(-1) ?? whatsappMessageId}:sent`,
  )

/** Reports why a message will not be sent. */
export const fail = (
  { companyId, connectionId, whatsappMessageId, to }: SendCommand,
  error: MessageFailure,
): Promise<void> =>
  enqueueInbound({ type: 'ack', companyId, connectionId, whatsappMessageId, ack: 0, error }, to, newId())
