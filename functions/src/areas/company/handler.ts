import { company } from '@balcao/shared/api/index.ts'
import { HOLIDAYS } from '../../data/company/holiday.ts'
import { CUSTOM_FIELDS } from '../../data/fields/custom-field.ts'
import { GOALS } from '../../data/goals/goal.ts'
import { areaHandler } from '../../http/area-handler.ts'
import { rowOperations } from '../small-list.ts'
import { createApiToken } from './api-tokens/create-api-token.ts'
import { listApiTokens } from './api-tokens/list-api-tokens.ts'
import { removeApiToken } from './api-tokens/remove-api-token.ts'
import { exportAudit } from './audit/export-audit.ts'
import { listAudit } from './audit/list-audit.ts'
import { createCompany } from './companies/create-company.ts'
import { exportCompany } from './companies/export-company.ts'
import { getCompany } from './companies/get-company.ts'
import { getCompanyPlan } from './companies/get-company-plan.ts'
import { getSignupState } from './companies/get-signup-state.ts'
import { listAllCompanies, listCompanies } from './companies/list-companies.ts'
import { removeCompany } from './companies/remove-company.ts'
import { replaceCompanyToken } from './companies/replace-company-token.ts'
import { signup } from './companies/signup.ts'
import { updateCompany } from './companies/update-company.ts'
import { updateCompanySchedules } from './companies/update-company-schedules.ts'
import { prepareLogo, removeCompanyMedia, uploadCompanyMedia } from './companies/upload-company-media.ts'
import { createField } from './fields/create-field.ts'
import { removeField } from './fields/remove-field.ts'
import { updateField } from './fields/update-field.ts'
import { dismissFirstSteps } from './first-steps/dismiss-first-steps.ts'
import { getFirstSteps } from './first-steps/get-first-steps.ts'
import { createGoal } from './goals/create-goal.ts'
import { removeGoal } from './goals/remove-goal.ts'
import { updateGoal } from './goals/update-goal.ts'
import { createHoliday } from './holidays/create-holiday.ts'
import { updateHoliday } from './holidays/update-holiday.ts'
import { cancelImport } from './imports/cancel-import.ts'
import { createImport } from './imports/create-import.ts'
import { getImport } from './imports/get-import.ts'
import { listImports } from './imports/list-imports.ts'
import { prepareImport } from './imports/prepare-import.ts'
import { readImport } from './imports/read-import.ts'
import { removeImport } from './imports/remove-import.ts'
import { startImport } from './imports/start-import.ts'
import { listInvoices } from './invoices/list-invoices.ts'
import { cancelJob } from './jobs/cancel-job.ts'
import { getJob } from './jobs/get-job.ts'
import { listJobs } from './jobs/list-jobs.ts'
import { repeatJob } from './jobs/repeat-job.ts'
import { getMessagePrices } from './message-prices/get-message-prices.ts'
import { saveMessagePrices } from './message-prices/save-message-prices.ts'
import { listNotices } from './notices/list-notices.ts'
import { listUnreadNotices } from './notices/list-unread-notices.ts'
import { readNotices } from './notices/read-notices.ts'
import { listPaymentNotices } from './payment-notices/list-payment-notices.ts'
import { removePaymentNotice } from './payment-notices/remove-payment-notice.ts'
import { takePixWebhook } from './pix-webhook/take-pix-webhook.ts'
import { createPlan } from './plans/create-plan.ts'
import { getPlan } from './plans/get-plan.ts'
import { listPlans } from './plans/list-plans.ts'
import { removePlan } from './plans/remove-plan.ts'
import { updatePlan } from './plans/update-plan.ts'
import { showRenewal } from './renewal/show-renewal.ts'
import { getSetting } from './settings/get-setting.ts'
import { listSettings } from './settings/list-settings.ts'
import { saveSetting } from './settings/save-setting.ts'
import { testErp } from './settings/test-erp.ts'
import { updateSetting } from './settings/update-setting.ts'
import { getStatus } from './status/get-status.ts'
import { listDeadLetters } from './status/list-dead-letters.ts'
import { replayDeadLetters } from './status/replay-dead-letters.ts'
import { createSubscription } from './subscription/create-subscription.ts'
import { getSubscription } from './subscription/get-subscription.ts'

export const handler = areaHandler(company, {
  messagePrices: { get: getMessagePrices, save: saveMessagePrices },
  companies: {
    export: exportCompany,
    signup,
    signupState: getSignupState,
    list: listCompanies,
    listAll: listAllCompanies,
    create: createCompany,
    getPlan: getCompanyPlan,
    get: getCompany,
    update: updateCompany,
    remove: removeCompany,
    replaceToken: replaceCompanyToken,
    uploadMedia: uploadCompanyMedia,
    uploads: prepareLogo,
    removeMedia: removeCompanyMedia,
    updateSchedules: updateCompanySchedules,
  },
  plans: { list: listPlans, get: getPlan, create: createPlan, update: updatePlan, remove: removePlan },
  settings: { list: listSettings, get: getSetting, update: updateSetting, save: saveSetting, testErp },
  holidays: { ...rowOperations(HOLIDAYS, 'holidays'), create: createHoliday, update: updateHoliday },
  goals: { ...rowOperations(GOALS, 'goals'), create: createGoal, update: updateGoal, remove: removeGoal },
  apiTokens: { list: listApiTokens, create: createApiToken, remove: removeApiToken },
  fields: {
    ...rowOperations(CUSTOM_FIELDS, 'fields'),
    create: createField,
    update: updateField,
    remove: removeField,
  },
  notices: { list: listNotices, unread: listUnreadNotices, read: readNotices },
  audit: { list: listAudit, export: exportAudit },
  invoices: { list: listInvoices },
  subscription: { get: getSubscription, create: createSubscription },
  pixWebhook: { take: takePixWebhook },
  renewal: { show: showRenewal },
  paymentNotices: { list: listPaymentNotices, remove: removePaymentNotice },
  jobs: { list: listJobs, get: getJob, cancel: cancelJob, repeat: repeatJob },
  firstSteps: { get: getFirstSteps, dismiss: dismissFirstSteps },
  imports: {
    list: listImports,
    get: getImport,
    uploads: prepareImport,
    create: createImport,
    start: startImport,
    read: readImport,
    cancel: cancelImport,
    remove: removeImport,
  },
  status: { get: getStatus, deadLetters: listDeadLetters, replay: replayDeadLetters },
})
