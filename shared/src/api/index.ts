/**
 * Whole API on one page: 13 areas, one function each; an area without endpoints has no function.
 * The areas are marked as pure, so that a function's bundle leaves out those it does not serve.
 */
import type { Area } from '../api-contract/route.ts'
import { area } from '../api-contract/route.ts'
import { auth, sessions } from './account/auth.ts'
import { emailConfirmation } from './account/email-confirmation.ts'
import { health } from './account/health.ts'
import { invitation } from './account/invitation.ts'
import { forgetpassword, resetpasswords } from './account/passwords.ts'
import { preferences } from './account/preferences.ts'
import { pushDevices } from './account/push-devices.ts'
import { secondFactor, signInSteps } from './account/second-factor.ts'
import { setup } from './account/setup.ts'
import { openapi, version } from './account/version.ts'
import { aiPrices, aiSettings, aiUse } from './automation/ai.ts'
import { copilot } from './automation/copilot.ts'
import { deliveries } from './automation/deliveries.ts'
import { external } from './automation/external.ts'
import { knowledge } from './automation/knowledge.ts'
import { promptCases, promptRuns, promptVersions } from './automation/prompt-tests.ts'
import { prompts } from './automation/prompts.ts'
import { queueIntegration } from './automation/queue-integrations.ts'
import { webhooks } from './automation/webhooks.ts'
import { campaignSettings } from './campaigns/campaign-settings.ts'
import { campaigns as campaignRoutes } from './campaigns/campaigns.ts'
import { contactListItems, contactLists } from './campaigns/contact-lists.ts'
import { categories } from './catalog/categories.ts'
import { productStores, products } from './catalog/products.ts'
import { stores } from './catalog/stores.ts'
import { allConnections } from './channels/all-connections.ts'
import { cloudNumbers, whatsappWebhook } from './channels/cloud.ts'
import { facebook, facebookWebhook } from './channels/facebook.ts'
import { templates } from './channels/templates.ts'
import { whatsapp } from './channels/whatsapp.ts'
import { whatsappsession } from './channels/whatsappsession.ts'
import { apiTokens } from './company/api-tokens.ts'
import { audit } from './company/audit.ts'
import { companies } from './company/companies.ts'
import { fields } from './company/fields.ts'
import { firstSteps } from './company/first-steps.ts'
import { goals } from './company/goals.ts'
import { holidays } from './company/holidays.ts'
import { imports } from './company/imports.ts'
import { invoices, paymentNotices, pixWebhook, renewal, subscription } from './company/invoices.ts'
import { jobs } from './company/jobs.ts'
import { messagePrices } from './company/message-prices.ts'
import { notices } from './company/notices.ts'
import { plans } from './company/plans.ts'
import { settings } from './company/settings.ts'
import { status } from './company/status.ts'
import { contact, contacts } from './contacts/contacts.ts'
import { announcements } from './content/announcements.ts'
import { chats } from './content/chats.ts'
import { files } from './content/files.ts'
import { helps } from './content/helps.ts'
import { quickMessages } from './content/quick-messages.ts'
import { schedules } from './content/schedules.ts'
import { cep, customerAddresses, customers } from './customers/customers.ts'
import { portfolios } from './customers/portfolios.ts'
import { budgets } from './orders/budgets.ts'
import { contracts } from './orders/contracts.ts'
import { coupons } from './orders/coupons.ts'
import { paymentDetails, payments, typePayments } from './orders/payments.ts'
import { rates } from './orders/rates.ts'
import { statusBudgets } from './orders/status-budgets.ts'
import { zoneDetails, zones } from './orders/zones.ts'

import { dashboard } from './reports/dashboard.ts'
import { messageCosts } from './reports/message-costs.ts'
import { selling } from './reports/selling.ts'
import { teamReport } from './reports/team-report.ts'
import { ticketreport } from './reports/ticketreport.ts'

import { distribution } from './team/distribution.ts'
import { invitations } from './team/invitations.ts'
import { queue } from './team/queue.ts'
import { queueOptions } from './team/queue-options.ts'
import { users } from './team/users.ts'
import { botCalls } from './tickets/bot-calls.ts'
import { draftOrder } from './tickets/draft-order.ts'
import { kanban } from './tickets/kanban.ts'
import { macros } from './tickets/macros.ts'
import { messages } from './tickets/messages.ts'
import { rules } from './tickets/rules.ts'
import { tags } from './tickets/tags.ts'
import { textDrafts } from './tickets/text-drafts.ts'
import { ticketNotes } from './tickets/ticket-notes.ts'
import { tickets, ticketsLog } from './tickets/tickets.ts'
import { views } from './tickets/views.ts'

export const account = /* @__PURE__ */ area('account', {
  auth,
  sessions,
  signInSteps,
  secondFactor,
  emailConfirmation,
  invitation,
  forgetpassword,
  resetpasswords,
  preferences,
  pushDevices,
  setup,
  health,
  version,
  openapi,
})
export const company = /* @__PURE__ */ area('company', {
  companies,
  plans,
  messagePrices,
  settings,
  jobs,
  holidays,
  goals,
  fields,
  notices,
  audit,
  apiTokens,
  invoices,
  subscription,
  pixWebhook,
  renewal,
  paymentNotices,
  firstSteps,
  status,
  imports,
})
export const team = /* @__PURE__ */ area('team', { users, invitations, queue, queueOptions, distribution })
export const channels = /* @__PURE__ */ area('channels', {
  whatsapp,
  whatsappsession,
  allConnections,
  facebook,
  facebookWebhook,
  cloudNumbers,
  whatsappWebhook,
  templates,
})
export const ticketsArea = /* @__PURE__ */ area('tickets', {
  tickets,
  ticketsLog,
  messages,
  ticketNotes,
  tags,
  kanban,
  draftOrder,
  textDrafts,
  botCalls,
  macros,
  rules,
  views,
})
export const contactsArea = /* @__PURE__ */ area('contacts', { contacts, contact })
export const campaigns = /* @__PURE__ */ area('campaigns', {
  contactLists,
  contactListItems,
  campaigns: campaignRoutes,
  campaignSettings,
})
export const content = /* @__PURE__ */ area('content', { quickMessages, schedules, announcements, chats, files, helps })
export const automation = /* @__PURE__ */ area('automation', {
  prompts,
  promptVersions,
  promptCases,
  promptRuns,
  aiPrices,
  aiSettings,
  aiUse,
  copilot,
  knowledge,
  queueIntegration,
  webhooks,
  deliveries,
  external,
})
export const catalog = /* @__PURE__ */ area('catalog', { stores, categories, products, productStores })
export const customersArea = /* @__PURE__ */ area('customers', { customers, customerAddresses, portfolios, cep })
export const orders = /* @__PURE__ */ area('orders', {
  typePayments,
  payments,
  paymentDetails,
  statusBudgets,
  zones,
  zoneDetails,
  contracts,
  coupons,
  rates,
  budgets,
})
export const reports = /* @__PURE__ */ area('reports', { dashboard, ticketreport, teamReport, messageCosts, selling })

export const AREAS: readonly Area[] = [
  account,
  company,
  team,
  channels,
  ticketsArea,
  contactsArea,
  campaigns,
  content,
  automation,
  catalog,
  customersArea,
  orders,
  reports,
]
