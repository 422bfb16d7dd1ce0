import { recentCompany } from '../data/company/company.ts'

/**
 * Processes a message unless its company is being deleted (seen half a minute after the deletion
 * began at the latest) or gone: no new work may begin there, and no row may be written again.
 */
export const skipDeletedCompanies =
  <M extends { companyId: string }>(work: (message: M) => Promise<void>) =>
  async (message: M): Promise<void> => {
    const company = await recentCompany(message.companyId)
    if (company && !company.deleting) await work(message)
  }
