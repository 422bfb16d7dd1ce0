import { capabilitiesOf } from '@balcao/shared/rules/capabilities.ts'
import { providerOf } from '../data/channels/provider-of.ts'

/** Returns whether polls can be sent over a connection. */
export const canPoll = async (companyId: string, connectionId: string): Promise<boolean> =>
  capabilitiesOf({ provider: await providerOf(companyId, connectionId) }).polls
