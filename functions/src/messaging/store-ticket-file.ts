import { createHash } from 'node:crypto'
import { putObject } from '../integrations/storage.ts'

/**
 * Stores a file of a ticket under a name made of `origin`: the same at every attempt.
 * @returns its key
 */
export async function storeTicketFile(
  { companyId, ticketId }: { companyId: string; ticketId: string },
  origin: string,
  bytes: Uint8Array,
  mimetype: string,
): Promise<string> {
  const name = createHash('sha256').update(origin).digest('base64url').slice(0, 24)
  const key = `${companyId}/media/${ticketId}/${name}`
  await putObject(key, bytes, mimetype)
  return key
}
