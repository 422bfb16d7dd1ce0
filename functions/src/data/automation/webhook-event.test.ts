import { ExternalTicket } from '@balcao/shared/entities/external.ts'
import { newId } from '@balcao/shared/ids.ts'
import { expect, it } from 'vitest'
import { makeCompany } from '../../../test/harness.ts'
import { createTicket } from '../tickets/ticket.ts'
import { externalTicket } from './webhook-event.ts'

it('a ticket tells other systems which advertisement brought its contact', async () => {
  const { id: companyId } = await makeCompany()
  const ad = { sourceType: 'ad', sourceId: '1', sourceUrl: 'https://fb.me/1', headline: 'Bolo', body: 'Hoje' }
  const make = async (referral: (typeof ad & { at: number }) | null) => {
    const made = await createTicket(companyId, {
      contact: { id: newId(), name: 'Maria', number: '5511977776666', picture: null, isGroup: false },
      whatsapp: { id: newId(), name: 'Loja' },
      queue: null,
      user: null,
      status: 'pending',
      referral,
    })
    if (made.outcome !== 'created') throw new Error(made.outcome)
    return ExternalTicket.parse(externalTicket(made.ticket)).referral
  }
  expect(await make({ ...ad, at: 0 })).toEqual({ ...ad, at: '1970-01-01T00:00:00.000Z' })
  expect(await make(null)).toBe(null)
})
