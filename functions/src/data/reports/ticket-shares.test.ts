import { newId } from '@balcao/shared/ids.ts'
import { expect, it } from 'vitest'
import { makeTicket } from '../../../test/make-ticket.ts'
import { changeTicket } from '../tickets/ticket.ts'
import { sharesOf } from './ticket-shares.ts'

it('a ticket of an advertisement with a long headline is closed, and its name is cut between two characters', async () => {
  const referral = { sourceType: 'ad', sourceId: '1', sourceUrl: '', headline: `${'a'.repeat(99)}😀`, body: '', at: 1 }
  const { companyId, id } = await makeTicket(newId(), { whatsapp: { id: newId(), name: 'Loja' }, referral })
  const { ticket } = await changeTicket(companyId, id, () => ({ set: { status: 'closed' } }))
  const origin = sharesOf({ ...ticket, rating: null }, 'America/Sao_Paulo').find(({ kind }) => kind === 'origin')
  expect(origin?.name).toBe('a'.repeat(99))
})
