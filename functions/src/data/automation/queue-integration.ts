import type { IntegrationType, QueueIntegration } from '@balcao/shared/entities/queue-integration.ts'
import { sealOptional, unsealOptional } from '../../integrations/sealed.ts'
import { normalizeName } from '../table/normalize.ts'
import type { SmallList } from '../table/small-list.ts'

/** Integration as stored: its secrets are sealed, or empty if there are none. */
export type IntegrationRow = Omit<QueueIntegration, 'hasJsonContent' | 'hasSecret'> & {
  jsonContent: string
  secret: string
}

export const INTEGRATIONS: SmallList<IntegrationRow> = {
  kind: 'queueIntegration',
  missing: 'ERR_NO_INTEGRATION_FOUND',
  text: integration => integration.name,
  unique: integration => ({ integrationName: normalizeName(integration.name) }),
  taken: { integrationName: 'ERR_INTEGRATION_NAME_ALREADY_EXISTS' },
}

/** Names under which the secrets are sealed. */
const PLACES = { jsonContent: 'queueIntegration.jsonContent', secret: 'queueIntegration.secret' } as const
type SecretName = keyof typeof PLACES

/** Seals a secret for the table. */
export const sealSecret = (companyId: string, name: SecretName, text: string): string =>
  sealOptional(companyId, PLACES[name], text)

/** Opens a sealed secret; returns undefined if there is none, or it can no longer be opened. */
export const openSecret = (companyId: string, name: SecretName, { [name]: text }: IntegrationRow): string | undefined =>
  unsealOptional(companyId, PLACES[name], text)

/**
 * Returns whether an integration's calls are signed events sent as webhook deliveries; the others
 * are called and answer at once.
 */
export const isDelivered = (type: IntegrationType): boolean => type === 'n8n' || type === 'webhook'

/** Returns an integration in wire form, without its secrets. */
export const showIntegration = ({ jsonContent, secret, ...row }: IntegrationRow): QueueIntegration => ({
  ...row,
  hasJsonContent: jsonContent !== '',
  hasSecret: secret !== '',
})
