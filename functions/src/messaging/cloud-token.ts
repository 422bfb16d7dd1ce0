import type { WhatsappRow } from '../data/channels/whatsapp.ts'
import { seal, unseal } from '../integrations/sealed.ts'

const PLACE = 'whatsapp.accessToken'

export const sealCloudToken = (companyId: string, token: string): string => seal(companyId, PLACE, token)

/** Returns the access token of a cloud number; undefined while it is disconnected. */
export const cloudTokenOf = ({ companyId, accessToken }: WhatsappRow): string | undefined =>
  accessToken ? unseal(companyId, PLACE, accessToken) : undefined
