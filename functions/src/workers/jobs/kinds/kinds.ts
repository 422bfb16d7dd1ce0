/** Kinds of jobs and their implementations; test runs of agents are with the replies of bots. */
import type { JobKind } from '@balcao/shared/entities/job.ts'
import type { Kinds } from '../run-step.ts'
import { auditExport } from './audit-export.ts'
import { campaignExport } from './campaign-export.ts'
import { campaignPlan } from './campaign-plan.ts'
import { chatRemoval } from './chat-removal.ts'
import { companyExport } from './company-export.ts'
import { companyRemoval } from './company-removal.ts'
import { contactErasure } from './contact-erasure.ts'
import { contactListExport } from './contact-list-export.ts'
import { contactListImport } from './contact-list-import.ts'
import { contactListRemoval } from './contact-list-removal.ts'
import { contactMerge } from './contact-merge.ts'
import { contactRemoval } from './contact-removal.ts'
import { contactsExport } from './contacts-export.ts'
import { contactsImport } from './contacts-import.ts'
import { customersExport } from './customers-export.ts'
import { dataImport } from './data-import.ts'
import { dataImportRemoval } from './data-import-removal.ts'
import { dataReading } from './data-reading.ts'
import { duplicateSearch } from './duplicate-search.ts'
import { knowledgeEmbed } from './knowledge-embed.ts'
import { knowledgeRead } from './knowledge-read.ts'
import { numberCheck } from './number-check.ts'
import { ordersExport } from './orders-export.ts'
import { phoneImport } from './phone-import.ts'
import { productUpdate } from './product-update.ts'
import { productsExport } from './products-export.ts'
import { storeRemoval } from './store-removal.ts'
import { teamReport } from './team-report.ts'
import { ticketReport } from './ticket-report.ts'

export const KINDS: Required<Omit<Kinds, Extract<JobKind, 'promptRun'>>> = {
  contactsExport,
  customersExport,
  contactRemoval,
  contactMerge,
  duplicateSearch,
  productUpdate,
  storeRemoval,
  ticketReport,
  teamReport,
  chatRemoval,
  contactListExport,
  contactListRemoval,
  campaignExport,
  campaignPlan,
  contactsImport,
  contactListImport,
  numberCheck,
  phoneImport,
  companyRemoval,
  contactErasure,
  companyExport,
  auditExport,
  productsExport,
  ordersExport,
  knowledgeRead,
  knowledgeEmbed,
  dataReading,
  dataImport,
  dataImportRemoval,
}
