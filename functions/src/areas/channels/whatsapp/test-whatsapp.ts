import type { channels } from '@balcao/shared/api/index.ts'
import type { Handlers } from '@balcao/shared/api-contract/handlers.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { capabilitiesOf } from '@balcao/shared/rules/capabilities.ts'
import { requireWhatsapp } from '../../../data/channels/whatsapp.ts'
import { requireUser } from '../../../data/team/user.ts'
import type { HttpContexts } from '../../../http/context.ts'
import { failingAs } from '../../../http/failing-as.ts'
import { createRateLimiter } from '../../../http/rate-limiter.ts'
import { contactOfNumber } from '../../../messaging/contact-of-number.ts'
import { writeToContact } from '../../../messaging/write-to-contact.ts'

/** Rate limit of one connection: WhatsApp blocks numbers that send the same text over and over. */
const tests = createRateLimiter({ burst: 3, perSecond: 0.05 })

/**
 * Sends a test message to the connection's test phone as to any contact: a message of a pending
 * ticket, without an alert.
 */
export const testWhatsapp: Handlers<typeof channels, HttpContexts>['whatsapp']['test'] = async (ctx, { params }) => {
  const { companyId, actor } = ctx
  const [connection, { id, name }] = await Promise.all([
    requireWhatsapp(companyId, params.id, true),
    requireUser(companyId, actor.userId),
  ])
  if (!capabilitiesOf(connection).testMessage) throw new AppError('ERR_CHANNEL_UNSUPPORTED')
  const { phoneTest } = connection
  if (phoneTest === '') throw new AppError('ERR_WAPP_NO_TEST_PHONE')
  if (connection.status !== 'CONNECTED') throw new AppError('ERR_WAPP_NOT_INITIALIZED')
  if (tests.take(`${companyId}#${connection.id}`, Date.now()) !== 'pass')
    throw new AppError('ERR_TOO_MANY_REQUESTS', { data: { retryAfter: 20 } })
  const contact = () => contactOfNumber(companyId, connection, phoneTest)
  const found = await contact()
  const { message } = await failingAs('ERR_CREATING_MESSAGE', () =>
    writeToContact(companyId, connection, found, contact, () => ({
      content: { kind: 'text', body: `Mensagem de teste da conexão *${connection.name}*.` },
      origin: 'attendant',
      user: { id, name },
    })),
  )
  return { id: message.id, ticketId: message.ticketId, ack: message.ack }
}
