/** Applies every realtime event to the cache: all of them and their effects, in one file. */

import { prompts } from '@balcao/shared/api/automation/prompts.ts'
import { queueIntegration } from '@balcao/shared/api/automation/queue-integrations.ts'
import { campaignSettings } from '@balcao/shared/api/campaigns/campaign-settings.ts'
import { campaigns } from '@balcao/shared/api/campaigns/campaigns.ts'
import { contactListItems, contactLists } from '@balcao/shared/api/campaigns/contact-lists.ts'
import { categories } from '@balcao/shared/api/catalog/categories.ts'
import { productStores, products } from '@balcao/shared/api/catalog/products.ts'
import { stores } from '@balcao/shared/api/catalog/stores.ts'
import { whatsapp } from '@balcao/shared/api/channels/whatsapp.ts'
import { companies } from '@balcao/shared/api/company/companies.ts'
import { firstSteps } from '@balcao/shared/api/company/first-steps.ts'
import { holidays } from '@balcao/shared/api/company/holidays.ts'
import { invoices, paymentNotices } from '@balcao/shared/api/company/invoices.ts'
import { settings } from '@balcao/shared/api/company/settings.ts'
import { contacts } from '@balcao/shared/api/contacts/contacts.ts'
import { announcements } from '@balcao/shared/api/content/announcements.ts'
import { chats } from '@balcao/shared/api/content/chats.ts'
import { files } from '@balcao/shared/api/content/files.ts'
import { helps } from '@balcao/shared/api/content/helps.ts'
import { quickMessages } from '@balcao/shared/api/content/quick-messages.ts'
import { schedules } from '@balcao/shared/api/content/schedules.ts'
import { customerAddresses, customers } from '@balcao/shared/api/customers/customers.ts'
import { portfolios } from '@balcao/shared/api/customers/portfolios.ts'
import { budgets } from '@balcao/shared/api/orders/budgets.ts'
import { contracts } from '@balcao/shared/api/orders/contracts.ts'
import { coupons } from '@balcao/shared/api/orders/coupons.ts'
import { paymentDetails, payments } from '@balcao/shared/api/orders/payments.ts'
import { rates } from '@balcao/shared/api/orders/rates.ts'
import { statusBudgets } from '@balcao/shared/api/orders/status-budgets.ts'
import { zoneDetails, zones } from '@balcao/shared/api/orders/zones.ts'
import { invitations } from '@balcao/shared/api/team/invitations.ts'
import { queue } from '@balcao/shared/api/team/queue.ts'
import { queueOptions } from '@balcao/shared/api/team/queue-options.ts'
import { users } from '@balcao/shared/api/team/users.ts'
import { draftOrder } from '@balcao/shared/api/tickets/draft-order.ts'
import { messages } from '@balcao/shared/api/tickets/messages.ts'
import { tags } from '@balcao/shared/api/tickets/tags.ts'
import { ticketNotes } from '@balcao/shared/api/tickets/ticket-notes.ts'
import { tickets, ticketsLog } from '@balcao/shared/api/tickets/tickets.ts'
import { queryKey } from '@balcao/shared/api-contract/query-key.ts'
import type { ResultOf } from '@balcao/shared/api-contract/route.ts'
import type { Campaign } from '@balcao/shared/entities/campaign.ts'
import type { DataImport } from '@balcao/shared/entities/data-import.ts'
import type { DraftOrder } from '@balcao/shared/entities/draft-order.ts'
import type { Ticket } from '@balcao/shared/entities/ticket.ts'
import type { SessionUser } from '@balcao/shared/entities/user.ts'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { ownMoves } from '#/features/tickets/public/own-moves.ts'
import { tellHandedOver } from '#/features/tickets/public/tell-moved.ts'
import { applyTextDraft } from '#/features/tickets/public/text-drafts.ts'
import { applyListEvent, readAgain } from '#/lib/apply-list-event.ts'
import { forgetConversation } from '#/lib/cached-conversations.ts'
import { copilotText } from '#/lib/copilot-text.ts'
import { forgetConversations } from '#/lib/forget-conversations.ts'
import { playSound } from '#/lib/play-sound.ts'
import { applyPreferences, currentPreferences } from '#/lib/preferences.ts'
import { confirmEnd, currentUser, updateSessionUser } from '#/lib/session.ts'
import { applyRowPayload } from './apply-row-payload.ts'
import { applyReport } from './campaign-report.ts'
import { applyChat, applyChatMessage, notifyBySound, removeChat } from './chat-cache.ts'
import { applyJob } from './job-list.ts'
import { applyMessage } from './message-pages.ts'
import { notifyOf } from './notifications.ts'
import { setTypist, setViewers, setWriting } from './presence.ts'
import type { RealtimeEvent } from './socket.ts'
import { applyTicket, patchTicket, removeTicket } from './ticket-lists.ts'
import { applyToViews, recountViews, refetchViews, VIEWS_KEY } from './view-lists.ts'

/** Channels whose events may complete one of a new company's first steps. */
const MAY_TICK: ReadonlySet<RealtimeEvent['channel']> = new Set([
  'user',
  'invitation',
  'queue',
  'whatsapp',
  'whatsappSession',
  'appMessage',
])

/** Resources of rarely opened screens, read again as a whole: the first load lacks their routes. */
const SELDOM: Partial<Record<RealtimeEvent['channel'], string>> = {
  knowledge: 'knowledge',
  webhook: 'webhooks',
  macro: 'macros',
  view: 'views',
  rule: 'rules',
  goal: 'goals',
  field: 'fields',
  delivery: 'deliveries',
}

export function applyEvent(client: QueryClient, { channel, payload }: RealtimeEvent) {
  const user = currentUser()
  if (!user) return
  const refetch = (route: Parameters<typeof queryKey>[0], args?: unknown) =>
    readAgain(client, { queryKey: queryKey(route, args) })

  if (user.company.firstSteps && MAY_TICK.has(channel)) refetch(firstSteps.get)

  if (channel === 'view') refetchViews(client)
  const seldom = SELDOM[channel]
  if (seldom) return readAgain(client, { queryKey: [seldom] })

  switch (channel) {
    case 'preferences':
      return applyPreferences(payload.preferences)
    case 'notice':
      readAgain(client, { queryKey: ['notices'] })
      if (payload.action === 'create') playSound(currentPreferences().notifications.sound)
      return
    case 'textDraft':
      return applyTextDraft(payload.draft)
    case 'invitation':
      return applyRowPayload(client, invitations.list, null, channel, payload)
    case 'ticket':
      switch (payload.action) {
        case 'create':
        case 'update':
          noteHandOver(client, payload.ticket, user)
          applyTicket(client, payload.ticket, user)
          return refetchCounts(client)
        case 'updateUnread':
          patchTicket(client, payload.ticketId, ({ wokeAt: _, ...ticket }) => ({
            ...ticket,
            unreadMessages: payload.unreadMessages,
          }))
          applyToViews(client, payload.ticketId, user)
          return refetchCounts(client)
        case 'delete':
          removeTicket(client, payload.ticketId)
          void forgetConversation(payload.ticketId)
          // Of an open conversation the server says whether it is deleted or out of sight.
          refetch(tickets.getByUuid, { params: { ticketId: payload.ticketId } })
          return refetchCounts(client)
        case 'log':
          return refetch(ticketsLog.list, { params: { ticketId: payload.ticketId } })
        case 'note':
        case 'deleteNote':
          return refetch(ticketNotes.list)
        case 'viewers':
          return setViewers(payload.ticketId, payload.users)
      }
      return
    case 'appMessage':
      applyMessage(client, payload.message)
      if (payload.partial) refetch(messages.list, { params: { ticketId: payload.message.ticketId } })
      if (payload.action === 'create') {
        applyTicket(client, payload.ticket, user)
        refetchCounts(client)
        // A user who has sent a message types no longer.
        if (payload.message.user) setTypist(payload.ticket.id, payload.message.user, false)
        if (!payload.message.fromMe) setWriting(payload.ticket.id, 'paused', null)
        if (payload.notify) notifyOf(payload.ticket, payload.message)
      }
      return
    case 'presence':
      if (payload.user?.id === user.id) return
      if (payload.user) setTypist(payload.ticketId, payload.user, payload.presence !== 'paused')
      return setWriting(payload.ticketId, payload.presence, payload.user?.name ?? null)
    case 'contact':
      if (payload.action === 'reload') {
        refetch(contacts.get)
        return refetch(contacts.list)
      }
      if (payload.action !== 'delete') refetch(contacts.get, { params: { id: payload.contact.id } })
      return applyRowPayload(client, contacts.list, 'contacts', channel, payload)
    case 'user':
      refetch(users.listAll)
      if (payload.action !== 'delete' && payload.user.id === user.id) {
        updateSessionUser(mine => ({ ...mine, ...payload.user }))
        // Another queue or profile may have other views.
        readAgain(client, { queryKey: VIEWS_KEY })
      }
      return applyRowPayload(client, users.list, 'users', channel, payload)
    case 'queue':
      return applyRowPayload(client, queue.list, null, channel, payload)
    case 'queueOption':
      return refetch(queueOptions.list)
    case 'dataImport': {
      // By their paths: the routes of imports are not in the first load.
      if (payload.action !== 'delete') {
        const row = payload.dataImport
        const key = queryKey({ path: '/imports/{id}' }, { params: { id: row.id } })
        const known = client.getQueryData<DataImport>(key)
        if (known && known.updatedAt > row.updatedAt) return
        client.setQueryData(key, row)
      }
      return applyRowPayload(client, { path: '/imports' }, 'imports', channel, payload)
    }
    case 'job':
      return applyJob(client, payload.job)
    case 'tag':
      refetch(tags.listAll)
      refetch(campaigns.list)
      refetch(tags.kanban)
      return applyRowPayload(client, tags.list, 'tags', channel, payload)
    case 'quickMessage':
      applyRowPayload(client, quickMessages.listAll, null, channel, payload)
      return applyRowPayload(client, quickMessages.list, 'records', channel, payload)
    case 'template':
      // By its path: the routes of templates are not in the first load.
      return refetch({ path: '/templates' })
    case 'zone':
      refetch(zones.listAll)
      return applyRowPayload(client, zones.list, 'zones', channel, payload)
    case 'zoneDetail':
      return applyRowPayload(client, zoneDetails.list, 'zoneDetails', channel, payload)
    case 'store':
      refetch(stores.listAll)
      refetch(productStores.list)
      // Rates show the name of their store.
      refetch(rates.list)
      refetch(rates.ofStore)
      return applyRowPayload(client, stores.list, 'stores', channel, payload)
    case 'category':
      refetch(categories.listAll)
      // Products show the names of their categories.
      refetch(products.list)
      return applyRowPayload(client, categories.list, 'categories', channel, payload)
    case 'product':
      refetch(productStores.get)
      refetch(productStores.search)
      refetch(products.list)
      return applyRowPayload(client, products.list, 'products', channel, payload)
    case 'portfolio':
      refetch(portfolios.listAll)
      return applyRowPayload(client, portfolios.list, 'portfolios', channel, payload)
    case 'customer':
      if (payload.action !== 'delete')
        client.setQueryData(queryKey(customers.get, { params: { id: payload.customer.id } }), payload.customer)
      refetch(customers.listAll)
      return applyRowPayload(client, customers.list, 'customers', channel, payload)
    case 'invoice':
      return applyRowPayload(client, invoices.list, 'invoices', channel, payload)
    case 'paymentNotice':
      return refetch(paymentNotices.list)
    case 'payment':
      if (payload.action === 'CONCLUIDA') {
        const { dueDate } = payload.company
        updateSessionUser(mine => ({ ...mine, company: { ...mine.company, dueDate } }))
        refetch(companies.get)
        return refetch(companies.getPlan)
      }
      refetch(payments.listAll)
      return applyRowPayload(client, payments.list, 'payments', channel, payload)
    case 'statusBudGet':
      refetch(statusBudgets.listAll)
      return applyRowPayload(client, statusBudgets.list, 'statusBudGets', channel, payload)
    case 'coupon':
      return applyRowPayload(client, coupons.list, 'coupons', channel, payload)
    case 'contract':
      if (payload.action !== 'delete') refetch(contracts.get, { params: { id: payload.contract.id } })
      refetch(contracts.reminders)
      return applyRowPayload(client, contracts.list, 'contracts', channel, payload)
    case 'rate':
      applyRowPayload(client, rates.ofStore, 'rates', channel, payload)
      return applyRowPayload(client, rates.list, 'rates', channel, payload)
    case 'productStore':
      refetch(productStores.get)
      refetch(productStores.search)
      // Only an admin's event carries the cost price; other users who may change prices read it
      // with the list.
      if (payload.action !== 'delete' && payload.productStore.costPrice === undefined)
        return refetch(productStores.list)
      return applyRowPayload(client, productStores.list, 'productStores', channel, payload)
    case 'customerAddress':
      // A change of the main address changes the order of the list.
      return refetch(customerAddresses.list)
    case 'paymentDetail':
      refetch(payments.listAll)
      return applyRowPayload(client, paymentDetails.list, 'paymentDetails', channel, payload)
    case 'budGet':
      refetch(budgets.get, { params: { id: payload.action === 'delete' ? payload.budGetId : payload.budGet.id } })
      refetch(budgets.summary)
      applyRowPayload(client, budgets.list, 'budGets', channel, payload)
      // A cancelled order belongs to some lists and not to others.
      return payload.action !== 'delete' && payload.budGet.canceledAt !== null ? refetch(budgets.list) : undefined
    case 'botCall':
      // By its path: the route of calls is not in the first load.
      return refetch({ path: '/tickets/{ticketId}/bot-calls' }, { params: { ticketId: payload.ticketId } })
    case 'draftOrder':
      // The events of two simultaneous changes may arrive in the other order.
      return client.setQueryData<DraftOrder | null>(
        queryKey(draftOrder.get, { params: { ticketId: payload.ticketId } }),
        known => (known && payload.draft && known.version > payload.draft.version ? known : payload.draft),
      )
    case 'copilot':
      return copilotText.set(payload)
    case 'contactList':
      if (payload.action !== 'delete')
        client.setQueryData(queryKey(contactLists.get, { params: { id: payload.contactList.id } }), payload.contactList)
      else refetch(contactLists.get, { params: { id: payload.contactListId } })
      refetch(contactLists.listAll)
      // Campaigns show the names of their contact lists and tags.
      refetch(campaigns.list)
      return applyRowPayload(client, contactLists.list, 'records', channel, payload)
    case 'contactListItem':
      if (payload.action === 'reload')
        return refetch(contactListItems.list, { query: { contactListId: payload.contactListId } })
      // A new item appears in one list alone.
      if (payload.action === 'create')
        return refetch(contactListItems.list, { query: { contactListId: payload.contactListItem.contactListId } })
      return applyListEvent(
        client,
        contactListItems.list,
        'records',
        payload.action === 'delete'
          ? { action: 'delete', id: payload.contactListItemId }
          : { action: 'update', row: payload.contactListItem },
      )
    case 'campaign':
      if (payload.action !== 'delete') {
        if (isOutdated(client, payload.campaign)) return
        refetch(campaigns.get, { params: { id: payload.campaign.id } })
      }
      refetch(campaigns.report, {
        params: { id: payload.action === 'delete' ? payload.campaignId : payload.campaign.id },
      })
      return applyRowPayload(client, campaigns.list, 'records', channel, payload)
    case 'campaignSettings':
      return refetch(campaignSettings.list)
    case 'campaignReport':
      return applyReport(client, payload)
    case 'chat':
      return payload.action === 'delete' ? removeChat(client, payload.chatId) : applyChat(client, payload.chat)
    case 'chatMessage':
      applyChatMessage(client, payload.message)
      applyChat(client, payload.chat)
      if (payload.partial) refetch(chats.messages, { params: { id: payload.chatId } })
      return notifyBySound(payload.message, user.id)
    case 'announcement':
      applyRowPayload(client, announcements.list, 'records', channel, payload)
      // A changed priority may move the announcement to another place.
      return refetch(announcements.list)
    case 'prompt':
      applyRowPayload(client, prompts.listAll, null, channel, payload)
      return applyRowPayload(client, prompts.list, 'prompts', channel, payload)
    case 'help':
      return applyRowPayload(client, helps.list, 'records', channel, payload)
    case 'file':
      refetch(campaigns.list)
      applyRowPayload(client, files.listAll, null, channel, payload)
      return applyRowPayload(client, files.list, 'files', channel, payload)
    case 'holiday':
      return applyRowPayload(client, holidays.listAll, null, channel, payload)
    case 'schedule':
      applyRowPayload(client, schedules.list, 'schedules', channel, payload)
      // A moved schedule is cached where it was and missing where it is now.
      return refetch(schedules.list)
    case 'company': {
      const { company } = payload
      updateSessionUser(mine => ({ ...mine, company: { ...mine.company, ...company } }))
      refetch(companies.get)
      return refetch(companies.list)
    }
    case 'plan':
      client.setQueryData(queryKey(companies.getPlan, { params: { companyId: user.companyId } }), payload.plan)
      return refetch(companies.getPlan)
    case 'settings': {
      const { setting } = payload
      updateSessionUser(mine => ({
        ...mine,
        company: {
          ...mine.company,
          settings: [...mine.company.settings.filter(other => other.key !== setting.key), setting],
        },
      }))
      if (setting.key === 'deliveryMethods') {
        refetch(rates.list)
        refetch(rates.ofStore)
      }
      // Whatever is shown or kept is masked now, or no more; the whole
      // server knows after three seconds.
      if (setting.key === 'hideNumbers')
        for (const later of [0, 3500])
          setTimeout(() => {
            forgetConversations()
            readAgain(client)
          }, later)
      return refetch(settings.list)
    }
    case 'queueIntegration':
      refetch(queueIntegration.listAll)
      return applyRowPayload(client, queueIntegration.list, 'queueIntegrations', channel, payload)
    case 'whatsapp':
      refetch(campaigns.list)
      return applyRowPayload(client, whatsapp.list, null, channel, payload)
    case 'whatsappSession':
      return applyListEvent(client, whatsapp.list, null, { action: 'update', row: payload.session })
    case 'auth':
      return void confirmEnd(payload.action === 'replaced' ? 'replaced' : 'expired')
  }
}

/** Says that the user's ticket whose conversation is open was given to somebody else. */
function noteHandOver(client: QueryClient, ticket: Ticket, user: SessionUser) {
  const key = queryKey(tickets.getByUuid, { params: { ticketId: ticket.id } })
  const open = client.getQueryCache().find<Ticket>({ queryKey: key })
  const before = open?.isActive() ? open.state.data : undefined
  const isTaken = before?.userId === user.id && ticket.userId !== user.id && before.updatedAt < ticket.updatedAt
  if (isTaken && ticket.status !== 'closed' && !ownMoves.get().includes(ticket.id)) void tellHandedOver(ticket)
}

/**
 * Returns whether a list already has a later copy: the sender and users change a campaign at the
 * same time, so the event of an earlier change may arrive last.
 */
const isOutdated = (client: QueryClient, { id, updatedAt }: Campaign): boolean =>
  client
    .getQueriesData<InfiniteData<ResultOf<typeof campaigns.list>>>({ queryKey: queryKey(campaigns.list) })
    .some(([, list]) =>
      list?.pages.some(({ records }) => records.some(known => known.id === id && known.updatedAt > updatedAt)),
    )

/**
 * Minimum time between two reads of the counts, ms (the first is immediate): a busy company changes
 * tickets many times a second.
 */
const COUNTS_MS = 2000
let countsAt = 0
let countsTimer: ReturnType<typeof setTimeout> | undefined

function refetchCounts(client: QueryClient) {
  if (countsTimer) return
  countsTimer = setTimeout(
    () => {
      countsTimer = undefined
      countsAt = Date.now()
      readAgain(client, { queryKey: queryKey(tickets.count) })
      recountViews(client)
    },
    Math.max(0, countsAt + COUNTS_MS - Date.now()),
  )
}
