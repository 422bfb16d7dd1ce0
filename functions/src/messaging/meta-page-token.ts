import type { WhatsappRow } from '../data/channels/whatsapp.ts'
import { seal, unseal } from '../integrations/sealed.ts'

const PLACE = 'whatsapp.pageToken'

export const sealMetaPageToken = (companyId: string, token: string): string => seal(companyId, PLACE, token)

/** Returns the token of a metaPage; undefined while it is disconnected. */
export const metaPageTokenOf = ({ companyId, pageToken }: WhatsappRow): string | undefined =>
  pageToken ? unseal(companyId, PLACE, pageToken) : undefined
