import type { Provider } from '@balcao/shared/entities/whatsapp.ts'

/**
 * Providers of the connections that this process has read; a connection's provider never changes.
 */
const known = new Map<string, Provider>()
const LIMIT = 20_000

/** Remembers a connection's provider, and returns it. */
export function rememberProvider(whatsappId: string, provider: Provider): Provider {
  if (known.size >= LIMIT) known.clear()
  known.set(whatsappId, provider)
  return provider
}

export const knownProvider = (whatsappId: string): Provider | undefined => known.get(whatsappId)
