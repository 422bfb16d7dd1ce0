import { recentCompany } from '../data/company/company.ts'

/**
 * Does the work of a message unless its company is being deleted, half a minute after that began at the latest: nothing is to be begun
 * there any more. Of one that is gone there is nothing a message could be about.
 */
export const unlessDeleting =
  <M extends { companyId: string }>(work: (message: M) => Promise<void>) =>
  async (message: M): Promise<void> => {
    if (!(await recentCompany(message.companyId))?.deleting) await work(message)
  }
