import type { Provider } from '@balcao/shared/entities/whatsapp.ts'
import { knownProvider } from './known-providers.ts'
import { getWhatsapp } from './whatsapp.ts'

/**
 * Returns a connection's provider; `web` for a connection that does not exist (any more). Reads the
 * connection once in the life of a process.
 */
export const providerOf = async (companyId: string, whatsappId: string): Promise<Provider> =>
  knownProvider(whatsappId) ?? (await getWhatsapp(companyId, whatsappId))?.provider ?? 'web'
