import { randomUUID } from 'node:crypto'
import { handler as contactsArea } from '@balcao/functions/areas/contacts/handler.ts'
import { handler as reportsArea } from '@balcao/functions/areas/reports/handler.ts'
import { handler as ticketsArea } from '@balcao/functions/areas/tickets/handler.ts'
import { listWhatsapps } from '@balcao/functions/data/channels/whatsapp.ts'
import { metered, type Units } from '@balcao/functions/data/table/meter.ts'
import type { AreaHandler } from '@balcao/functions/http/area-handler.ts'
import { handler as inbound } from '@balcao/functions/workers/inbound/handler.ts'
import type { LoadedCompany } from '../demo/seed/load-company.ts'
import { eventOf, signIn } from './gateway-event.ts'

/**
 * Read and write units of each operation, as DynamoDB counts them, for whole calls: with session,
 * caller and realtime.
 */
export type UnitFigures = Record<
  | 'openAgent'
  | 'pendingAgent'
  | 'openAdmin'
  | 'searchCommon'
  | 'searchRare'
  | 'messages'
  | 'messagesFound'
  | 'messagesFoundAgent'
  | 'contacts'
  | 'contactsSearch'
  | 'dashboard'
  | 'accept'
  | 'inbound',
  Units
>

type InboundBatch = Parameters<typeof inbound>[0]
type Ticket = { id: string; contact: { name: string; number: string } }

/** Longer than sessions and users are cached, so that every call reads its own. */
const FORGOTTEN_MS = 300

export async function measureUnits(company: LoadedCompany): Promise<UnitFigures> {
  const { companyId } = company
  const [agent, admin] = [await signIn(company.agents[0]!), await signIn(company.admin)]
  const call = async (handler: AreaHandler, token: string, method: string, path: string, query = '', body?: object) => {
    await new Promise(resolve => setTimeout(resolve, FORGOTTEN_MS))
    const { result, units } = await metered(() => handler(eventOf(token, method, path, query, body)))
    if (result.statusCode >= 300) throw new Error(`${method} ${path}: ${result.statusCode} ${result.body}`)
    return { units, answer: JSON.parse(result.body) as { tickets: Ticket[] } }
  }
  const list = async (token: string, query: string) => call(ticketsArea, token, 'GET', '/tickets', query)
  const units = async (work: Promise<{ units: Units }>) => (await work).units

  const open = await list(agent, 'status=open')
  const pending = await list(agent, 'status=pending')
  const [first, second] = pending.answer.tickets
  const [connection] = await listWhatsapps(companyId)
  return {
    openAgent: open.units,
    pendingAgent: pending.units,
    openAdmin: await units(list(admin, 'status=open&showAll=true')),
    searchCommon: await units(list(admin, 'searchParam=andrade&showAll=true')),
    searchRare: await units(list(admin, 'searchParam=wanderleia&showAll=true')),
    messages: await units(call(ticketsArea, agent, 'GET', `/messages/${open.answer.tickets[0]!.id}`)),
    messagesFound: await units(call(ticketsArea, admin, 'GET', '/messages/search', 'searchParam=orcamento')),
    messagesFoundAgent: await units(call(ticketsArea, agent, 'GET', '/messages/search', 'searchParam=segunda+boleto')),
    contacts: await units(call(contactsArea, agent, 'GET', '/contacts', 'pageNumber=1')),
    contactsSearch: await units(call(contactsArea, agent, 'GET', '/contacts', 'searchParam=andrade&pageNumber=1')),
    dashboard: await units(call(reportsArea, admin, 'GET', '/dashboard', 'days=30')),
    accept: await units(call(ticketsArea, agent, 'PUT', `/tickets/${first!.id}`, '', { status: 'open' })),
    inbound: (await metered(() => inbound(textFrom(companyId, connection!.id, second!)))).units,
  }
}

function textFrom(companyId: string, connectionId: string, { contact }: Ticket): InboundBatch {
  const now = Date.now()
  const message = {
    type: 'message',
    companyId,
    connectionId,
    whatsappMessageId: `3A${randomUUID().replaceAll('-', '').slice(0, 18).toUpperCase()}`,
    chat: { number: contact.number },
    pushName: contact.name,
    fromMe: false,
    sentAt: now,
    receivedAt: now,
    replayed: false,
    kind: 'text',
    body: 'Bom dia, o pedido já saiu?',
  }
  const record = { messageId: '1', body: JSON.stringify(message), attributes: { MessageGroupId: 'chat' } }
  return { Records: [record] } as unknown as InboundBatch
}
