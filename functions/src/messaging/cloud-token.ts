import type { WhatsappRow } from '../data/channels/whatsapp.ts'
import { seal, unseal } from '../integrations/sealed.ts'

const PLACE = 'whatsapp.accessToken'

export const sealCloudToken = (companyId: string, token: string): string => seal(companyId, PLACE, token)

/** Returns the access token of a connected cloud number; undefined while it is disconnected. */
export const cloudTokenOf = (row: WhatsappRow): string | undefined =>
  row.status === 'CONNECTED' ? keptCloudTokenOf(row) : undefined

/**
 * Returns the access token that a cloud number had last, by which Meta can be asked whether it may
 * be used again; undefined once Meta refused it or somebody disconnected the number.
 */
export const keptCloudTokenOf = ({ companyId, accessToken }: WhatsappRow): string | undefined =>
  accessToken ? unseal(companyId, PLACE, accessToken) : undefined
