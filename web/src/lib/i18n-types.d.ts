import type account from '../locales/pt/account.json'
import type announcements from '../locales/pt/announcements.json'
import type audit from '../locales/pt/audit.json'
import type bars from '../locales/pt/bars.json'
import type billing from '../locales/pt/billing.json'
import type budgets from '../locales/pt/budgets.json'
import type campaignReport from '../locales/pt/campaignReport.json'
import type campaigns from '../locales/pt/campaigns.json'
import type catalog from '../locales/pt/catalog.json'
import type channels from '../locales/pt/channels.json'
import type chats from '../locales/pt/chats.json'
import type checkout from '../locales/pt/checkout.json'
import type commandBar from '../locales/pt/commandBar.json'
import type common from '../locales/pt/common.json'
import type company from '../locales/pt/company.json'
import type contactLists from '../locales/pt/contactLists.json'
import type contactPage from '../locales/pt/contactPage.json'
import type contacts from '../locales/pt/contacts.json'
import type contracts from '../locales/pt/contracts.json'
import type costs from '../locales/pt/costs.json'
import type coupons from '../locales/pt/coupons.json'
import type customers from '../locales/pt/customers.json'
import type dates from '../locales/pt/dates.json'
import type fields from '../locales/pt/fields.json'
import type files from '../locales/pt/files.json'
import type helps from '../locales/pt/helps.json'
import type imports from '../locales/pt/imports.json'
import type integrations from '../locales/pt/integrations.json'
import type jobs from '../locales/pt/jobs.json'
import type lists from '../locales/pt/lists.json'
import type macros from '../locales/pt/macros.json'
import type media from '../locales/pt/media.json'
import type messagesApi from '../locales/pt/messagesApi.json'
import type modules from '../locales/pt/modules.json'
import type notifications from '../locales/pt/notifications.json'
import type onboarding from '../locales/pt/onboarding.json'
import type orders from '../locales/pt/orders.json'
import type plans from '../locales/pt/plans.json'
import type platform from '../locales/pt/platform.json'
import type prompts from '../locales/pt/prompts.json'
import type publicApi from '../locales/pt/publicApi.json'
import type quickMessages from '../locales/pt/quickMessages.json'
import type reports from '../locales/pt/reports.json'
import type rules from '../locales/pt/rules.json'
import type schedules from '../locales/pt/schedules.json'
import type security from '../locales/pt/security.json'
import type server from '../locales/pt/server.json'
import type setup from '../locales/pt/setup.json'
import type sheets from '../locales/pt/sheets.json'
import type shell from '../locales/pt/shell.json'
import type shortcuts from '../locales/pt/shortcuts.json'
import type signs from '../locales/pt/signs.json'
import type tags from '../locales/pt/tags.json'
import type team from '../locales/pt/team.json'
import type teamReport from '../locales/pt/teamReport.json'
import type templates from '../locales/pt/templates.json'
import type templateUse from '../locales/pt/templateUse.json'
import type ticketDetails from '../locales/pt/ticketDetails.json'
import type ticketreport from '../locales/pt/ticketreport.json'
import type tickets from '../locales/pt/tickets.json'
import type todo from '../locales/pt/todo.json'
import type unsent from '../locales/pt/unsent.json'
import type views from '../locales/pt/views.json'

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: {
      account: typeof account
      audit: typeof audit
      security: typeof security
      server: typeof server
      onboarding: typeof onboarding
      notifications: typeof notifications
      todo: typeof todo
      platform: typeof platform
      prompts: typeof prompts
      imports: typeof imports
      integrations: typeof integrations
      messagesApi: typeof messagesApi
      plans: typeof plans
      setup: typeof setup
      sheets: typeof sheets
      shortcuts: typeof shortcuts
      modules: typeof modules
      helps: typeof helps
      fields: typeof fields
      files: typeof files
      contactLists: typeof contactLists
      chats: typeof chats
      campaigns: typeof campaigns
      campaignReport: typeof campaignReport
      costs: typeof costs
      templateUse: typeof templateUse
      announcements: typeof announcements
      bars: typeof bars
      billing: typeof billing
      budgets: typeof budgets
      catalog: typeof catalog
      checkout: typeof checkout
      contracts: typeof contracts
      coupons: typeof coupons
      customers: typeof customers
      dates: typeof dates
      channels: typeof channels
      commandBar: typeof commandBar
      common: typeof common
      company: typeof company
      contactPage: typeof contactPage
      contacts: typeof contacts
      jobs: typeof jobs
      lists: typeof lists
      macros: typeof macros
      media: typeof media
      orders: typeof orders
      publicApi: typeof publicApi
      quickMessages: typeof quickMessages
      reports: typeof reports
      rules: typeof rules
      schedules: typeof schedules
      shell: typeof shell
      signs: typeof signs
      tags: typeof tags
      team: typeof team
      teamReport: typeof teamReport
      templates: typeof templates
      ticketreport: typeof ticketreport
      unsent: typeof unsent
      views: typeof views
      /** Keyed by error code (`error-texts.ts`). */
      errors: Record<string, string>
      ticketDetails: typeof ticketDetails
      tickets: typeof tickets
    }
  }
}
