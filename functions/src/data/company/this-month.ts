import { localDay } from '@balcao/shared/rules/working-hours.ts'
import { getSettings } from './setting.ts'

/** Returns the month in the company's zone, `YYYY-MM`. */
export async function thisMonth(companyId: string): Promise<string> {
  const { timezone } = await getSettings(companyId)
  return localDay(Date.now(), timezone).slice(0, 7)
}
