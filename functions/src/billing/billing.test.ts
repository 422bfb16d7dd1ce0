import { randomBytes } from 'node:crypto'
import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import type { Charge } from '@balcao/infra/simulators/bank/charges.ts'
import { type RunningSimulators, startSimulators } from '@balcao/infra/simulators/start-simulators.ts'
import { invoices, paymentNotices, pixWebhook, renewal, subscription } from '@balcao/shared/api/company/invoices.ts'
import type { Timer } from '@balcao/shared/events/queues.ts'
import { newId } from '@balcao/shared/ids.ts'
import { nextDueDate, REMINDER_DAYS, reminderMoment } from '@balcao/shared/rules/billing/due-date.ts'
import { txidOf } from '@balcao/shared/rules/billing/txid.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type FakeGateway, startFakeGateway } from '../../test/fake-gateway.ts'
import { call, makeCompany, makePlan, makeUser, type TestCompany } from '../../test/harness.ts'
import { mailTo } from '../../test/mail-queue.ts'
import { chargeWrite, getBilling, getCharge, getInvoice, type InvoiceRow } from '../data/company/billing.ts'
import { changeCompany, getCompany } from '../data/company/company.ts'
import { pageOfNotices } from '../data/company/payment-notice.ts'
import { documentClient, tableName } from '../data/table/client.ts'
import { transact } from '../data/table/transact.ts'
import { minuteOf, timersOf } from '../data/timers/timer.ts'
import { signRenewalToken } from '../http/renewal-token.ts'
import { forgetToken } from '../integrations/pix/token.ts'
import { handler as sendMails } from '../workers/mail/handler.ts'
import { fire } from '../workers/timers/handler.ts'
import { chargeInvoice } from './charge-invoice.ts'
import { confirmCharge } from './confirm-charge.ts'
import { openInvoice } from './open-invoice.ts'

const PAYER = {
  firstName: 'Maria',
  lastName: 'Andrade',
  address2: 'Rua Um, 1',
  city: 'Osasco',
  zipcode: '06010-000',
  country: 'BR' as const,
}
const ZONE = 'America/Sao_Paulo'
const DAY = 86_400_000

let simulators: RunningSimulators
let gateway: FakeGateway

beforeAll(async () => {
  simulators = await startSimulators()
  Object.assign(process.env, simulators.env)
  gateway = await startFakeGateway()
})
beforeEach(() => sim('DELETE', '/faults'))
afterEach(() => void vi.useRealTimers())
afterAll(async () => {
  await gateway.close()
  await simulators.close()
})

async function sim<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(`${simulators.url}/sim/bank${path}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  return (await response.json()) as T
}
const pay = (txid: string, value?: number) => sim('POST', `/charges/${txid}/pay`, value === undefined ? {} : { value })
const fault = (fault: object) => sim('POST', '/faults', fault)
const atBank = async (txid: string) => (await sim<Charge[]>('GET', '/charges')).find(charge => charge.txid === txid)

/** A company due in so many days, with its open invoice. */
async function billed(days = 10): Promise<TestCompany & { invoice: InvoiceRow; due: number }> {
  const company = await makeCompany()
  const due = Date.now() + days * DAY
  await changeCompany(company.id, { dueDate: new Date(due).toISOString() })
  const invoice = await openInvoice(company.id, { now: Date.now(), early: true })
  return { ...company, invoice: invoice!, due }
}
const dueDateOf = async (companyId: string) => Date.parse((await getCompany(companyId, true))!.dueDate)
const charged = async (companyId: string, invoiceId: string) => (await chargeInvoice(companyId, invoiceId)).charge.txid
const problemsOf = async (companyId: string) =>
  (await pageOfNotices({ limit: 100 })).rows.filter(row => row.companyId === companyId).map(row => row.problem)
const moved = (due: number) => nextDueDate(due, 'MENSAL', ZONE)

describe('an invoice', () => {
  it('is made twenty days ahead, once, however many ask; numbers have no gaps', async () => {
    const { id } = await makeCompany()
    const now = Date.now()
    await changeCompany(id, { dueDate: new Date(now + 21 * DAY).toISOString() })
    await fire({ type: 'billCompany', companyId: id, dueAt: now }, now)
    expect((await getBilling(id)).number).toBe(0)
    // It armed the timer of the moment.
    const dueAt = now + DAY
    const armed = (await timersOf(minuteOf(dueAt))).map(({ timer }) => timer)
    expect(armed).toContainEqual({ type: 'billCompany', companyId: id, dueAt })
    await Promise.all(Array.from({ length: 10 }, () => fire({ type: 'billCompany', companyId: id, dueAt }, dueAt)))
    const { number, openInvoiceId } = await getBilling(id)
    expect(number).toBe(1)
    expect(await getInvoice(id, openInvoiceId!)).toMatchObject({ number: 1, value: 100_000, status: 'open' })
    const { body } = await call(invoices.list, { as: await makeUser(id, { profile: 'admin' }) })
    expect(body.invoices).toMatchObject([{ number: 1, value: 1000, status: 'open' }])
  })

  it('follows a due date that somebody sets, and reminds of that one alone', async () => {
    const { id, admin, invoice, due } = await billed()
    const later = due + 3 * DAY
    await changeCompany(id, { dueDate: new Date(later).toISOString() })
    await fire({ type: 'billCompany', companyId: id, dueAt: Date.now() }, Date.now())
    expect(await getInvoice(id, invoice.id)).toMatchObject({ dueDate: later, number: 1 })
    const reminder = (dueDate: number): Timer => {
      const dueAt = reminderMoment(dueDate, 5, ZONE)
      return { type: 'remindInvoice', companyId: id, invoiceId: invoice.id, dueDate, days: 5, dueAt }
    }
    for (const each of [due, later, later]) await fire(reminder(each), reminder(each).dueAt)
    const mails = await mailTo(admin.user.email, 2)
    expect(new Set(mails.map(mail => mail.id)).size).toBe(1)
    expect(mails[0]).toMatchObject({ type: 'invoiceDue', days: 5, dueDate: later, language: 'pt' })
  })

  it('is not made for who is disabled, nor are they reminded', async () => {
    const { id } = await makeCompany()
    await changeCompany(id, { dueDate: new Date(Date.now() + DAY).toISOString(), status: false })
    await fire({ type: 'billCompany', companyId: id, dueAt: Date.now() }, Date.now())
    expect(await getBilling(id)).toMatchObject({ number: 0, openInvoiceId: null })
  })

  it('of a plan that costs nothing is none: the license goes on', async () => {
    const { id } = await makeCompany({ plan: { value: 0 } })
    const due = Date.now() + 5 * DAY
    await changeCompany(id, { dueDate: new Date(due).toISOString() })
    await fire({ type: 'billCompany', companyId: id, dueAt: Date.now() }, Date.now())
    expect(await dueDateOf(id)).toBe(moved(due))
    expect((await getBilling(id)).number).toBe(0)
  })

  it('of a plan that costs nothing is not asked for early: the license stays as it is', async () => {
    const { id, admin } = await makeCompany({ plan: { value: 0 } })
    const due = Date.now() + 40 * DAY
    await changeCompany(id, { dueDate: new Date(due).toISOString() })
    for (let i = 0; i < 3; i++)
      expect((await call(subscription.create, { as: admin, body: PAYER })).error).toBe('ERR_NO_INVOICE_FOUND')
    expect(await dueDateOf(id)).toBe(due)
    expect(await getBilling(id)).toMatchObject({ number: 0, openInvoiceId: null })
  })
})

describe('reminders', { timeout: 60_000 }, () => {
  /** Hands what the queue has for somebody to the worker, twice, as the queue may. */
  async function deliver(to: string, least: number) {
    for (const mail of await mailTo(to, least)) {
      const record = { messageId: newId(), body: JSON.stringify(mail), attributes: {} }
      for (let again = 0; again < 2; again++)
        expect(await sendMails({ Records: [record] } as never)).toEqual({ batchItemFailures: [] })
    }
    const box = await (await fetch(`${simulators.url}/sim/mail?to=${encodeURIComponent(to)}`)).json()
    return (box as { subject: string }[]).map(({ subject }) => subject)
  }

  it('leave five, one and no days before and three days behind, each once, under clocks that tick twice', async () => {
    const { id, admin, invoice, due } = await billed(9)
    const moments = REMINDER_DAYS.map(days => reminderMoment(due, days, ZONE))
    const armed = async (dueAt: number) =>
      (await timersOf(minuteOf(dueAt))).filter(
        ({ timer }) => timer.type === 'remindInvoice' && timer.companyId === id && timer.dueAt === dueAt,
      )
    // Asked for once more, as the clock does, there are no more of them.
    await Promise.all([1, 2, 3].map(() => openInvoice(id, { now: Date.now(), early: true })))
    const timers = (await Promise.all(moments.map(armed))).map(each => each.map(({ timer }) => timer))
    expect(timers.map(each => each.length)).toEqual([1, 1, 1, 1])
    const seen: string[] = []
    for (const [i, [timer]] of timers.entries()) {
      const now = moments[i]!
      await Promise.all([fire(timer!, now), fire(timer!, now)])
      await fire(timer!, now + 59_000)
      const subjects = await deliver(admin.user.email, 2 * (i + 1))
      expect(subjects).toHaveLength(i + 1)
      expect(subjects.slice(0, i)).toEqual(seen)
      seen.push(subjects[i]!)
    }
    expect(new Set(seen).size).toBe(4)
    // A reminder of days that are over by then says nothing any more.
    await fire(timers[0]![0]!, moments[3]!)
    expect(await deliver(admin.user.email, 8)).toHaveLength(4)

    const txid = await charged(id, invoice.id)
    await pay(txid)
    await confirmCharge(id, txid, Date.now())
    await fire(timers[3]![0]!, moments[3]!)
    expect(await deliver(admin.user.email, 8)).toHaveLength(4)
  })
})

describe('a charge', () => {
  it('is one, however often and in parallel it is asked for, and what the server says it costs', async () => {
    const { id, admin, invoice } = await billed()
    const body = {
      ...PAYER,
      invoiceId: invoice.id,
      price: 0.01,
      users: 1,
      connections: 1,
      cardNumber: '4111111111111111',
      cvv: '123',
    }
    const answers = await Promise.all(Array.from({ length: 5 }, () => call(subscription.create, { as: admin, body })))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    const first = answers[0]!.body
    expect(new Set(answers.map(answer => answer.body.pix.txid)).size).toBe(1)
    expect(first.pix.valor).toEqual({ original: 1000 })
    expect(await atBank(first.pix.txid)).toMatchObject({ valor: { original: '1000.00' }, status: 'ATIVA' })
    expect(JSON.stringify([await getInvoice(id, invoice.id), await getCharge(id, first.pix.txid)])).not.toContain(
      '4111',
    )
  })

  it('of another plan is another one; the plan is the company’s once it was paid, and must have room', async () => {
    const { id, admin, invoice } = await billed()
    const [small, large] = [await makePlan({ users: 0, value: 10 }), await makePlan({ value: 2000 })]
    const choose = (plan: string) =>
      call(subscription.create, { as: admin, body: { ...PAYER, invoiceId: invoice.id, plan } })
    expect(await choose(small.id)).toMatchObject({ status: 422, error: 'ERR_PLAN_LIMIT' })
    const first = await charged(id, invoice.id)
    const { body } = await choose(large.id)
    expect(body).toMatchObject({ pix: { valor: { original: 2000 } }, invoice: { value: 2000, detail: large.name } })
    expect(body.pix.txid).not.toBe(first)
    await pay(body.pix.txid)
    await confirmCharge(id, body.pix.txid, Date.now())
    expect(await getCompany(id, true)).toMatchObject({ planId: large.id })
    expect(await choose(large.id)).toMatchObject({ status: 422, error: 'ERR_INVOICE_PAID' })
  })

  it('keeps what was filled in as the billing address when it is to', async () => {
    const { id, admin, invoice } = await billed()
    const body = { ...PAYER, state: 'SP', invoiceId: invoice.id }
    await call(subscription.create, { as: admin, body })
    expect((await getCompany(id, true))?.billingName).toBe('')
    await call(subscription.create, { as: admin, body: { ...body, useAddressForPaymentDetails: true } })
    const kept = {
      billingName: 'Maria Andrade',
      addressStreet: 'Rua Um, 1',
      addressCity: 'Osasco',
      addressState: 'SP',
      addressZipCode: '06010-000',
    }
    expect(await getCompany(id, true)).toMatchObject(kept)
    const other = { ...body, firstName: 'Ana', address2: 'Rua Dois, 2', useAddressForPaymentDetails: true }
    for (const wrong of [{ zipcode: '123' }, { plan: newId() }, { invoiceId: newId() }])
      expect((await call(subscription.create, { as: admin, body: { ...other, ...wrong } })).status).not.toBe(201)
    expect(await getCompany(id, true)).toMatchObject(kept)
  })

  it.each<[object, string, string]>([
    [{ firstName: undefined }, 'firstName', 'O nome completo é obrigatório'],
    [{ firstName: '  ' }, 'firstName', 'O nome completo é obrigatório'],
    [{ firstName: 'a'.repeat(101) }, 'firstName', 'Texto longo demais'],
    [{ firstName: 'a'.repeat(60), lastName: 'b'.repeat(60) }, 'lastName', 'Texto longo demais'],
    [{ address2: undefined }, 'address2', 'O Endereço é obrigatório'],
    [{ city: '' }, 'city', 'Cidade é obrigatória'],
    [{ zipcode: null }, 'zipcode', 'CEP é obrigatório'],
    [{ zipcode: '0601-0000' }, 'zipcode', 'Formato de CEP inválido'],
    [{ country: 'usa', zipcode: '06010-000' }, 'zipcode', 'Formato de CEP inválido'],
    [{ country: undefined }, 'country', 'País é obrigatório'],
    [{ country: 'Brasil' }, 'country', 'País é obrigatório'],
  ])('is asked for by a payer as the checkout wants one: %j', async (wrong, path, message) => {
    const { id, admin } = await billed()
    const before = await getBilling(id)
    const answer = await call(subscription.create, { as: admin, body: { ...PAYER, ...wrong } as never })
    expect([answer.status, answer.error]).toEqual([400, 'ERR_VALIDATION'])
    expect(answer.details).toMatchObject([{ path, message }])
    expect(await getBilling(id)).toEqual(before)
  })

  it('takes a plan as its id, as the object of a form and as its text, and its price from the server', async () => {
    const { admin, invoice } = await billed()
    const { id } = await makePlan({ value: 2000 })
    const claimed = { title: 'Completo', price: 0.01, value: 0.01, users: 99, description: ['99 usuários'] }
    const plans = [
      id,
      { ...claimed, id },
      { ...claimed, planId: id },
      JSON.stringify({ ...claimed, id }),
      JSON.stringify(id),
    ]
    for (const plan of plans) {
      const body = { ...PAYER, invoiceId: invoice.id, plan, price: claimed, users: null, connections: '1' } as never
      const answer = await call(subscription.create, { as: admin, body })
      expect([plan, answer.status, answer.body.pix?.valor]).toEqual([plan, 201, { original: 2000 }])
    }
    for (const plan of ['Completo', '{', '{}', claimed, JSON.stringify(claimed), { id: 'x' }, 7, [], null]) {
      const answer = await call(subscription.create, { as: admin, body: { ...PAYER, plan } as never })
      expect([plan, answer.error, answer.details[0]?.path.split('.')[0]]).toEqual([plan, 'ERR_VALIDATION', 'plan'])
    }
  })

  it.each([
    { kind: 'lose-answer', on: 'put' },
    { kind: 'forget-tokens', on: 'put' },
  ])('is made all the same under %j', async given => {
    const { id, invoice } = await billed()
    await fault(given)
    const charge = () => chargeInvoice(id, invoice.id)
    const made = await charge().catch(charge)
    expect(await atBank(made.charge.txid)).toMatchObject({ status: 'ATIVA' })
  })

  it.each([
    { kind: 'fail', on: 'token', status: 401 },
    { kind: 'fail', on: 'put', status: 500 },
    { kind: 'throttle', on: 'put' },
    { kind: 'lie', on: 'put', about: 'txid' },
    { kind: 'lie', on: 'put', about: 'value' },
    { kind: 'lie', on: 'put', about: 'json' },
  ])('is refused under %j, and made under the same id later', async given => {
    const { id, admin, invoice } = await billed()
    forgetToken()
    await fault(given)
    const ask = () => call(subscription.create, { as: admin, body: { ...PAYER, invoiceId: invoice.id } })
    expect(await ask()).toMatchObject({ status: 424, error: 'ERR_PIX_UNAVAILABLE' })
    const { txid } = (await getInvoice(id, invoice.id))!
    expect((await ask()).body.pix.txid).toBe(txid)
  })

  it('is of one’s own company only', async () => {
    const [mine, other] = await Promise.all([billed(), billed()])
    const answer = await call(subscription.create, { as: mine.admin, body: { ...PAYER, invoiceId: other.invoice.id } })
    expect(answer).toMatchObject({ status: 404, error: 'ERR_NO_INVOICE_FOUND' })
  })
})

describe('a payment', () => {
  it('moves the due date once when fifty confirm it at the same time', async () => {
    const { id, invoice, due, admin } = await billed()
    const txid = await charged(id, invoice.id)
    const browser = await gateway.open(admin)
    await pay(txid)
    const states = await Promise.all(Array.from({ length: 50 }, () => confirmCharge(id, txid, Date.now())))
    expect(new Set(states)).toEqual(new Set(['settled']))
    expect(await dueDateOf(id)).toBe(moved(due))
    expect(await getInvoice(id, invoice.id)).toMatchObject({ status: 'paid', txid })
    expect(await getBilling(id)).toMatchObject({ number: 1, openInvoiceId: null })
    expect(await problemsOf(id)).toEqual([])
    const dueDate = new Date(moved(due)).toISOString()
    const published = browser.received.filter(({ event }) => event === `company-${id}-payment`)
    expect(published[0]?.payload).toMatchObject({ action: 'CONCLUIDA', company: { id, dueDate } })
  })

  it('is notified again and again, and in any order, and moves the due date once', async () => {
    const { id, invoice, due } = await billed()
    const txid = await charged(id, invoice.id)
    const webhook = (value = '1000.00') => {
      const pix = { txid, endToEndId: 'E1', valor: value, horario: new Date().toISOString() }
      return call(pixWebhook.take, { body: { pix: [pix, pix] } })
    }
    const ask = () => {
      const now = Date.now()
      return fire({ type: 'askCharge', companyId: id, txid, once: true, dueAt: now }, now)
    }
    // The word of it comes before the payment, says another amount, and what follows from it is
    // asked late.
    expect((await webhook('0.01')).status).toBe(204)
    await ask()
    expect([await dueDateOf(id), (await getCharge(id, txid))?.outcome]).toEqual([due, null])
    await sim('POST', `/charges/${txid}/pay`, { silent: true })
    expect((await Promise.all([webhook(), webhook(), webhook()])).map(({ status }) => status)).toEqual([204, 204, 204])
    await Promise.all([ask(), ask(), ask()])
    expect(await dueDateOf(id)).toBe(moved(due))
    await webhook()
    await ask()
    await fire({ type: 'askCharge', companyId: id, txid, dueAt: Date.now() - 60_000 }, Date.now())
    expect([await dueDateOf(id), await problemsOf(id)]).toEqual([moved(due), []])
    expect(await getBilling(id)).toMatchObject({ number: 1, openInvoiceId: null })
  })

  it('of a charge that nobody knows is nothing, also when its id names a company', async () => {
    const { id, invoice, due } = await billed()
    const known = await charged(id, invoice.id)
    const unknown = txidOf(id, randomBytes(12))
    const pix = [unknown, known.toUpperCase(), `${known}x`, '', '../../x'].map(txid => ({ txid, valor: '1000.00' }))
    expect((await call(pixWebhook.take, { body: { pix } })).status).toBe(204)
    const now = Date.now()
    await fire({ type: 'askCharge', companyId: id, txid: unknown, once: true, dueAt: now }, now)
    expect([await confirmCharge(id, unknown, now), await getCharge(id, unknown)]).toEqual(['gone', undefined])
    expect([await dueDateOf(id), await problemsOf(id)]).toEqual([due, []])
  })

  it('behind the due date renews from the due date, and from its own day when that would be over again', async () => {
    for (const [days, from] of [
      [-3, 'due'],
      [-40, 'paid'],
    ] as const) {
      const { id, invoice, due } = await billed(days)
      const txid = await charged(id, invoice.id)
      await pay(txid)
      const before = Date.now()
      await confirmCharge(id, txid, Date.now())
      const now = await dueDateOf(id)
      if (from === 'due') expect(now).toBe(moved(due))
      else {
        const paidAt = (await getInvoice(id, invoice.id))!.paidAt!
        expect([now, paidAt <= before]).toEqual([moved(paidAt), true])
      }
      expect([now > Date.now(), await problemsOf(id)]).toEqual([true, []])
      // The next invoice has its moment, and no gap in its number.
      const next = await openInvoice(id, { now: Date.now(), early: true })
      expect(next).toMatchObject({ number: 2, dueDate: now })
    }
  })

  it('of a charge that had run out counts, and is published', async () => {
    const { id, invoice, due } = await billed()
    const txid = await charged(id, invoice.id)
    const charge = (await getCharge(id, txid))!
    await transact([chargeWrite({ ...charge, expiresAt: Date.now() - 60_000 })])
    await pay(txid)
    await confirmCharge(id, txid, Date.now())
    expect([await dueDateOf(id), await problemsOf(id)]).toEqual([moved(due), ['late']])
  })

  it('that only a webhook tells of grants nothing, forged or early', async () => {
    const { id, invoice, due } = await billed()
    const txid = await charged(id, invoice.id)
    const forged = { pix: [{ txid, endToEndId: 'E1', valor: '1000.00', horario: new Date().toISOString() }] }
    expect((await call(pixWebhook.take, { body: forged })).status).toBe(204)
    expect((await call(pixWebhook.take, { body: { pix: [{ txid: 'x'.repeat(34) }, {}] } })).status).toBe(204)
    const now = Date.now()
    await fire({ type: 'askCharge', companyId: id, txid, once: true, dueAt: now }, now)
    expect([await dueDateOf(id), (await getInvoice(id, invoice.id))?.status]).toEqual([due, 'open'])
  })

  it.each([
    { kind: 'lie', on: 'get', about: 'paid' },
    { kind: 'lie', on: 'get', about: 'value' },
    { kind: 'lie', on: 'get', about: 'txid' },
    { kind: 'lie', on: 'get', about: 'json' },
    { kind: 'fail', on: 'get' },
    { kind: 'throttle', on: 'get' },
  ])('is granted by a good answer alone, not by %j', async given => {
    const { id, invoice, due } = await billed()
    const txid = await charged(id, invoice.id)
    await fault({ ...given })
    await confirmCharge(id, txid, Date.now()).catch(() => 'open')
    expect([await dueDateOf(id), (await getInvoice(id, invoice.id))?.status]).toEqual([due, 'open'])
    await pay(txid)
    expect(await confirmCharge(id, txid, Date.now())).toBe('settled')
    expect(await dueDateOf(id)).toBe(moved(due))
  })

  it('of less grants nothing, of more all of it; both are reported', async () => {
    const [less, more] = await Promise.all([billed(), billed()])
    for (const [{ id, invoice }, value] of [
      [less, 999.99],
      [more, 1000.01],
    ] as const) {
      const txid = await charged(id, invoice.id)
      await pay(txid, value)
      await confirmCharge(id, txid, Date.now())
    }
    expect([await dueDateOf(less.id), await problemsOf(less.id)]).toEqual([less.due, ['short']])
    expect([await dueDateOf(more.id), await problemsOf(more.id)]).toEqual([moved(more.due), ['over']])
    // Whoever paid too little gets another charge.
    const again = await charged(less.id, less.invoice.id)
    await pay(again)
    await confirmCharge(less.id, again, Date.now())
    expect(await dueDateOf(less.id)).toBe(moved(less.due))
  })

  it('of two charges of an invoice moves it once, in either order; the other is reported', async () => {
    for (const isOlderFirst of [true, false]) {
      const { id, invoice, due } = await billed()
      const plan = await makePlan({ value: 500 })
      const older = await charged(id, invoice.id)
      const { charge } = await chargeInvoice(id, invoice.id, plan.id)
      const order = isOlderFirst ? [older, charge.txid] : [charge.txid, older]
      for (const txid of order) await pay(txid)
      for (const txid of [...order, ...order]) await confirmCharge(id, txid, Date.now())
      expect(await dueDateOf(id)).toBe(moved(due))
      expect((await problemsOf(id)).sort()).toEqual(isOlderFirst ? ['older', 'twice'] : ['twice'])
      expect((await getInvoice(id, invoice.id))?.value).toBe(isOlderFirst ? 100_000 : 50_000)
    }
  })

  it('whose webhook was lost is found by the timer, which ends with the charge', async () => {
    const { id, invoice, due } = await billed()
    const txid = await charged(id, invoice.id)
    const now = Date.now()
    const timer: Timer = { type: 'askCharge', companyId: id, txid, dueAt: now }
    const armed = async (from: number) => {
      const all = await Promise.all([0, 1, 2, 60].map(minutes => timersOf(minuteOf(from) + minutes)))
      return all.flat().some(entry => entry.timer.type === 'askCharge' && entry.timer.txid === txid)
    }
    const evening = now + 10 * 60 * 60_000
    await fire({ ...timer, dueAt: evening }, evening)
    expect(await armed(evening)).toBe(true)
    await sim('POST', `/charges/${txid}/pay`, { silent: true })
    await fire(timer, now)
    expect(await dueDateOf(id)).toBe(moved(due))

    const other = await billed()
    const unpaid = await charged(other.id, other.invoice.id)
    const over = now + 2 * DAY
    await fire({ ...timer, companyId: other.id, txid: unpaid, dueAt: over }, over)
    expect((await getCharge(other.id, unpaid))?.outcome).toBe('ended')
    // Paid in its last moment, and booked much later.
    await pay(unpaid)
    await confirmCharge(other.id, unpaid, over)
    expect(await dueDateOf(other.id)).toBe(moved(other.due))
  })

  it('keeps the day of the month through a shorter month', async () => {
    const { id } = await makeCompany()
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2027-01-25T15:00:00Z') })
    await changeCompany(id, { dueDate: '2027-01-31T15:00:00.000Z' })
    for (const expected of ['2027-02-28', '2027-03-31', '2027-04-30']) {
      const invoice = await openInvoice(id, { now: Date.now(), early: true })
      const txid = await charged(id, invoice!.id)
      await pay(txid)
      await confirmCharge(id, txid, Date.now())
      expect((await getCompany(id, true))?.dueDate).toBe(`${expected}T15:00:00.000Z`)
    }
    expect((await getBilling(id)).number).toBe(3)
  })
})

describe('the page of an expired company', () => {
  it('shows the open invoice to who holds the token, and that it was paid', async () => {
    const company = await makeCompany()
    const due = Date.now() - 2 * DAY
    await changeCompany(company.id, { dueDate: new Date(due).toISOString() })
    const show = () => call(renewal.show, { body: { token: signRenewalToken(company.id) } })
    const { body } = await show()
    if (body.renewed) throw new Error('it is not paid')
    expect(body).toMatchObject({ company: company.name, invoice: { number: 1, status: 'open' } })
    expect((await show()).body).toEqual(body)
    await pay(body.pix.txid)
    await confirmCharge(company.id, body.pix.txid, Date.now())
    expect((await show()).body).toMatchObject({ renewed: true, dueDate: new Date(moved(due)).toISOString() })
  })

  it.each(['', 'nonsense', 'a.b'])('is nothing to who holds %j', async token => {
    const answer = await call(renewal.show, { body: { token } })
    expect([400, 401]).toContain(answer.status)
  })

  it('is over with its hour', async () => {
    const { id } = await makeCompany()
    const answer = await call(renewal.show, { body: { token: signRenewalToken(id, -1) } })
    expect(answer).toMatchObject({ status: 401, error: 'ERR_RENEWAL_EXPIRED' })
  })
})

it('payments to look at are for super users, who hear of them and put them aside', async () => {
  const { id, invoice, admin } = await billed()
  const txid = await charged(id, invoice.id)
  await pay(txid, 1)
  const boss = await makeUser((await makeCompany()).id, { profile: 'admin', super: true })
  const [browser, other] = [await gateway.open(boss), await gateway.open(admin)]
  const published = () =>
    browser.received.splice(0).flatMap(({ event, payload }) => (event.endsWith('-paymentNotice') ? [payload] : []))
  await Promise.all([confirmCharge(id, txid, Date.now()), confirmCharge(id, txid, Date.now())])
  // Whoever settles tells; two at once may both.
  await expect.poll(published).toContainEqual({ action: 'create' })
  const { body } = await call(paymentNotices.list, { as: boss, query: { limit: 100 } })
  const mine = body.paymentNotices.find(notice => notice.txid === txid)!
  expect(mine).toMatchObject({ problem: 'short', asked: 1000, paid: 1, invoiceNumber: 1, companyId: id })
  await call(paymentNotices.remove, { as: boss, params: { id: mine.id } })
  expect(await problemsOf(id)).toEqual([])
  await expect.poll(published).toContainEqual({ action: 'delete' })
  expect(other.received.filter(({ event }) => event.endsWith('-paymentNotice'))).toEqual([])
})

it('a company whose plan is gone is billed once it has one again', async () => {
  const { id } = await makeCompany()
  const { planId } = (await getCompany(id, true))!
  const set = (to: string) =>
    documentClient().send(
      new UpdateCommand({
        TableName: tableName(),
        Key: { pk: `${id}#company`, sk: 'company' },
        UpdateExpression: 'SET planId = :to',
        ExpressionAttributeValues: { ':to': to },
      }),
    )
  await set('01930000-0000-7000-8000-00000000dead')
  await expect(openInvoice(id, { now: Date.now(), early: true })).rejects.toMatchObject({ code: 'ERR_NO_PLAN_FOUND' })
  await set(planId)
  expect(await openInvoice(id, { now: Date.now(), early: true })).toMatchObject({ number: 1 })
})
