import type { WhatsappRow } from '../src/data/channels/whatsapp.ts'
import { sealCloudToken } from '../src/messaging/cloud-token.ts'
import { cloudNumber } from './cloud-number.ts'
import { makeWhatsapp } from './harness.ts'
import type { useSimulators } from './use-simulators.ts'

export type SimulatedNumber = { phoneNumberId: string; businessAccountId: string; accessToken: string }

let phones = 0
const newPhone = () => `55119${String(Date.now()).slice(-6)}${String(phones++).padStart(2, '0')}`

/** Makes a number of the simulator, and a company's connection to it. */
export async function connectSimulated(
  sim: Awaited<ReturnType<typeof useSimulators>>['sim'],
  companyId: string,
  given: Partial<SimulatedNumber> = {},
): Promise<{ number: SimulatedNumber; row: WhatsappRow }> {
  const made = await sim<SimulatedNumber>('POST', 'cloud/numbers', { phone: newPhone(), name: 'Loja', ...given })
  const row = await makeWhatsapp(companyId, {
    ...cloudNumber(made.businessAccountId, { status: 'CONNECTED', phoneNumberId: made.phoneNumberId }),
    accessToken: sealCloudToken(companyId, made.accessToken),
  })
  return { number: made, row }
}
