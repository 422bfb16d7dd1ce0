import type { IntegrationType, QueueIntegration } from '@balcao/shared/entities/queue-integration.ts'
import { sealOptional, unsealOptional } from '../../integrations/sealed.ts'
import { foldName } from '../table/fold.ts'
import type { SmallList } from '../table/small-list.ts'

/** An integration as it lies in the table: its secrets sealed, empty where there is none. */
export type IntegrationRow = Omit<QueueIntegration, 'hasJsonContent' | 'hasSecret'> & {
  jsonContent: string
  secret: string
}

export const INTEGRATIONS: SmallList<IntegrationRow> = {
  kind: 'queueIntegration',
  missing: 'ERR_NO_INTEGRATION_FOUND',
  text: integration => integration.name,
  unique: integration => ({ integrationName: foldName(integration.name) }),
  taken: { integrationName: 'ERR_INTEGRATION_NAME_ALREADY_EXISTS' },
}

/** What each is sealed as. */
const PLACES = { jsonContent: 'queueIntegration.jsonContent', secret: 'queueIntegration.secret' } as const
type SecretName = keyof typeof PLACES

/** A secret as the table may hold it. */
export const sealSecret = (companyId: string, name: SecretName, text: string): string =>
  sealOptional(companyId, PLACES[name], text)

/** A secret as its system knows it; undefined where there is none, or it opens no more. */
export const openSecret = (companyId: string, name: SecretName, { [name]: text }: IntegrationRow): string | undefined =>
  unsealOptional(companyId, PLACES[name], text)

/** Its calls are events that are signed and delivered; the others are asked. */
export const isDelivered = (type: IntegrationType): boolean => type === 'n8n' || type === 'webhook'

/** An integration as it leaves: without its secrets. */
export const showIntegration = ({ jsonContent, secret, ...row }: IntegrationRow): QueueIntegration => ({
  ...row,
  hasJsonContent: jsonContent !== '',
  hasSecret: secret !== '',
})
