import { getItem } from '../table/get-item.ts'
export async function getCustomer(companyId: string, id: string, consistent = false): Promise<{ id: string; fullName: string } | undefined> {
  const item = await getItem({ pk: `${companyId}#customer#${id}`, sk: 'customer' }, consistent)
  return item && { id, fullName: String(item.fullName) }
}
