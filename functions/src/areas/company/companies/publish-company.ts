import type { Company } from '@balcao/shared/entities/company.ts'
import { publish } from '../../../realtime/publish.ts'

/** Publishes to a company's browsers what they show of it: the drawer follows. */
export const publishCompany = ({ id, name, dueDate, mediaPath }: Company): Promise<void> =>
  publish(id, 'company', { action: 'update', company: { id, name, dueDate, mediaPath } })
