import { auth } from '@balcao/shared/api/account/auth.ts'
import { firstSteps } from '@balcao/shared/api/company/first-steps.ts'
import { messages } from '@balcao/shared/api/tickets/messages.ts'
import { describe, expect, it } from 'vitest'
import { call, makeCompany, makeQueue, makeUser, makeWhatsapp } from '../../../../test/harness.ts'
import { makeTicket } from '../../../../test/make-ticket.ts'
import { metered } from '../../../data/table/meter.ts'

const NONE = { connection: false, colleague: false, queue: false, message: false }

describe('the first steps of a company', () => {
  it('tick themselves off as they are done, cost five read units at most, and end with the last', async () => {
    const company = await makeCompany()
    const as = company.admin
    const params = { id: company.id }
    const steps = async () => (await call(firstSteps.get, { as, params })).body
    const shown = async () => (await call(auth.me, { as })).body.company.firstSteps
    expect(await steps()).toEqual(NONE)
    expect(await shown()).toBe(true)

    await makeWhatsapp(company.id, { status: 'OPENING', number: '' })
    // One of an import, which nobody has linked yet.
    await makeWhatsapp(company.id, { status: 'DISCONNECTED', number: null })
    expect(await steps()).toEqual(NONE)
    const whatsapp = await makeWhatsapp(company.id, { isDefault: true })
    await makeQueue(company.id)
    await makeUser(company.id)
    const { units, result } = await metered(steps)
    expect(result).toEqual({ ...NONE, connection: true, colleague: true, queue: true })
    expect(units.read).toBeLessThanOrEqual(5)

    const ticket = await makeTicket(company.id, { status: 'open', user: as.user })
    expect(whatsapp.status).toBe('CONNECTED')
    const sent = await call(messages.create, { as, params: { ticketId: ticket.id }, body: { body: 'Olá!' } })
    expect(sent.status).toBe(201)
    expect(await shown()).toBe(true)
    expect(await steps()).toEqual({ connection: true, colleague: true, queue: true, message: true })
    expect(await shown()).toBe(false)
    // Who still has it on screen sees it done.
    expect((await steps()).message).toBe(true)
  })

  it('need one linked connection, also where it is not the default one', async () => {
    const company = await makeCompany()
    const steps = async () => (await call(firstSteps.get, { as: company.admin, params: { id: company.id } })).body
    await makeWhatsapp(company.id, { status: 'DISCONNECTED', number: null, isDefault: true })
    expect((await steps()).connection).toBe(false)
    await makeWhatsapp(company.id, { status: 'DISCONNECTED' })
    expect((await steps()).connection).toBe(true)
  })

  it('are dismissed for the whole company, and are no other company’s', async () => {
    const [company, other] = [await makeCompany(), await makeCompany()]
    const as = company.admin
    for (const route of [firstSteps.get, firstSteps.dismiss])
      expect((await call(route, { as, params: { id: other.id } })).error).toBe('ERR_NO_COMPANY_FOUND')
    for (let n = 0; n < 2; n++)
      expect((await call(firstSteps.dismiss, { as, params: { id: company.id } })).status).toBe(204)
    expect((await call(auth.me, { as })).body.company.firstSteps).toBe(false)
    expect((await call(auth.me, { as: other.admin })).body.company.firstSteps).toBe(true)
  })
})
