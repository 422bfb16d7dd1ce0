import { recentCompany } from '../data/company/company.ts'

/**
 * Processes a message unless its company is being deleted (seen half a minute after the deletion
 * began at the latest): no new work may begin there. For a company that is gone, there is nothing a
 * message could be about.
 */
export const skipDeletedCompanies =
  <M extends { companyId: string }>(work: (message: M) => Promise<void>) =>
  async (message: M): Promise<void> => {
    if (!(await recentCompany(message.companyId))?.deleting) await work(message)
  }
