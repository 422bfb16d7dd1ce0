import { contacts } from '@balcao/shared/api/contacts/contacts.ts'
import { customerAddresses, customers } from '@balcao/shared/api/customers/customers.ts'
import { portfolios } from '@balcao/shared/api/customers/portfolios.ts'
import { newId } from '@balcao/shared/ids.ts'
import { formatDocument } from '@balcao/shared/rules/sales/document.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { call, makeCompany, makeUser, type TestCompany, type TestUser } from '../../../test/harness.ts'
import { makeContact } from '../../../test/make-contact.ts'
import { newCpf } from '../../../test/new-cpf.ts'
import { rowsOf } from '../../../test/rows-of.ts'
import { targetHas } from '../../../test/target.ts'
import { mergeContacts } from '../../data/contacts/contact-merge.ts'
import { deleteContact } from '../../data/contacts/contact-removal.ts'
import { pageOfCustomers } from '../../data/customers/customer.ts'
import { linkWrite } from '../../data/customers/customer-row.ts'
import { showCustomers } from '../../data/customers/show-customer.ts'
import { metered } from '../../data/table/meter.ts'
import { transact } from '../../data/table/transact.ts'
import { propagateRename } from '../../data/tickets/propagate-rename.ts'

let company: TestCompany
let as: TestUser
let portfolioId: string
beforeEach(async () => {
  company = await makeCompany()
  as = company.admin
  portfolioId = (await makePortfolio('Varejo')).body.id
})

const makePortfolio = (name: string) => call(portfolios.create, { as, body: { name, userId: as.user.id } })
const make = (fullName: string, more: object = {}) =>
  call(customers.create, {
    as,
    body: { document: newCpf(), fullName, email: 'maria@example.com', portfolioId, ...more },
  })
const made = async (fullName: string, more: object = {}) => (await make(fullName, more)).body
const get = (id: string, who = as) => call(customers.get, { as: who, params: { id } })
const update = (id: string, body: object) => call(customers.update, { as, params: { id }, body })
const remove = (id: string) => call(customers.remove, { as, params: { id } })
const names = async (searchParam: string) =>
  (await call(customers.list, { as, query: { searchParam } })).body.customers.map(({ fullName }) => fullName).sort()
const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).sort()

const contact = (name: string) => makeContact(company.id, { name })
const link = (id: string, customerId: string | null) =>
  call(contacts.update, { as, params: { id }, body: { customerId } })

describe('a customer', () => {
  it('is made of a document, a name, an e-mail and a portfolio, and read as it was made', async () => {
    const document = newCpf()
    const answer = await make('  Maria da Silva ', { document: formatDocument(document), birthday: '1990-02-28' })
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      ...{ id: answer.body.id, document, fullName: 'Maria da Silva', email: 'maria@example.com' },
      ...{ birthday: '1990-02-28', portfolioId, portfolio: { id: portfolioId, name: 'Varejo' } },
      ...{ customerDefault: false, userId: as.user.id, contacts: [], fields: {} },
      ...{ createdAt: answer.body.createdAt, updatedAt: answer.body.createdAt },
    })
    expect((await get(answer.body.id)).body).toEqual(answer.body)
  })

  it.each([
    ['a CPF whose check digits are wrong', { document: '52998224724' }],
    ['one digit over and over', { document: '11111111111' }],
    ['twelve digits', { document: '529982247255' }],
    ['no document', { document: '' }],
    ['a short name', { fullName: 'ab' }],
    ['no e-mail', { email: '' }],
    ['an e-mail that is none', { email: 'maria' }],
    ['a day there is none', { birthday: '2026-02-30' }],
    ['no portfolio', { portfolioId: undefined }],
  ])('is refused with %s, and nothing changes', async (_, more) => {
    const before = await rowsOf(company.id)
    expect(await make('Maria', more)).toMatchObject({ status: 400, error: 'ERR_VALIDATION' })
    expect(await rowsOf(company.id)).toEqual(before)
  })

  it('has the alphanumeric CNPJ of 2026 as any other document', async () => {
    expect((await made('Padaria', { document: '12.abc.345/01DE-35' })).document).toBe('12ABC34501DE35')
    expect(await names('12.ABC.345/01')).toEqual(['Padaria'])
    expect(await names('345/01de')).toEqual(['Padaria'])
  })

  it('is one of two that are made with one document at once', async () => {
    const document = newCpf()
    const race = await Promise.all(['Ana', 'Bia', 'Caio'].map(name => make(name, { document })))
    expect(statuses(race)).toEqual([201, 409, 409])
    expect(race.find(({ status }) => status === 409)!.error).toBe('ERR_CUSTOMER_DOCUMENT_ALREADY_EXISTS')
    const { body } = await call(customers.list, { as })
    expect([body.count, body.customers]).toMatchObject([1, [{ document }]])
    // Another company's customer is nobody's business.
    await remove(body.customers[0]!.id)
    expect((await make('Dora', { document })).status).toBe(201)
  })

  it('changes what it is given, and is found by what it is now', async () => {
    const { id, document } = await made('Maria da Silva')
    const next = newCpf()
    expect((await update(id, { fullName: 'Joana Prado', document: next })).body).toMatchObject({
      fullName: 'Joana Prado',
    })
    expect(await names('maria')).toEqual([])
    expect(await names('prado')).toEqual(['Joana Prado'])
    const search = (text: string) => call(customers.search, { as, params: { document: text } })
    expect((await search(document)).error).toBe('ERR_NO_CUSTOMER_FOUND')
    expect((await search(next)).body.id).toBe(id)
    expect((await update(id, { portfolioId: newId() })).error).toBe('ERR_NO_PORTFOLIO_FOUND')
    expect((await update(newId(), { fullName: 'Ninguém' })).error).toBe('ERR_NO_CUSTOMER_FOUND')
    expect((await update(id, { document: (await made('Outra')).document })).error).toBe(
      'ERR_CUSTOMER_DOCUMENT_ALREADY_EXISTS',
    )
  })

  it('is looked for by its document, punctuated or not; a wrong one is distinguished from an unknown one', async () => {
    const { id, document } = await made('Maria')
    const search = (text: string, who = as) => call(customers.search, { as: who, params: { document: text } })
    expect((await search(formatDocument(document))).body.id).toBe(id)
    expect((await search(document)).body.id).toBe(id)
    expect(await search('52998224724')).toMatchObject({ status: 400, error: 'ERR_DOCUMENT_INVALID' })
    expect(await search(newCpf())).toMatchObject({ status: 404, error: 'ERR_NO_CUSTOMER_FOUND' })
    const stranger = (await makeCompany()).admin
    expect((await search(document, stranger)).error).toBe('ERR_NO_CUSTOMER_FOUND')
  })

  it('is found by words of its name and any part of its document', async () => {
    const { document } = await made('João Antônio de Souza')
    await made('Maria Souza')
    expect(await names('sou')).toEqual(['João Antônio de Souza', 'Maria Souza'])
    expect(await names('joao souza')).toEqual(['João Antônio de Souza'])
    for (const part of [document, formatDocument(document), document.slice(0, 5), document.slice(3), document.slice(6)])
      expect(await names(part), part).toContain('João Antônio de Souza')
    expect(await names(`souza ${document.slice(0, 6)}`)).toEqual(['João Antônio de Souza'])
    const picked = await call(customers.listAll, { as, query: { searchParam: 'maria' } })
    expect(picked.body.map(({ fullName }) => fullName)).toEqual(['Maria Souza'])
  })

  it('stands in a list by name, page by page', async () => {
    for (const name of ['delta', 'Álvaro', 'beta']) await made(name)
    const first = (await call(customers.list, { as, query: { limit: 2 } })).body
    expect([first.customers.map(({ fullName }) => fullName), first.count]).toEqual([['Álvaro', 'beta'], 3])
    const rest = (await call(customers.list, { as, query: { limit: 2, cursor: first.nextCursor! } })).body
    expect([rest.customers.map(({ fullName }) => fullName), rest.hasMore]).toEqual([['delta'], false])
  })

  it('is read and changed by everybody of the company, removed by admins, and unknown to another one', async () => {
    const { id } = await made('Maria')
    const user = await makeUser(company.id)
    expect((await get(id, user)).status).toBe(200)
    expect((await call(customers.remove, { as: user, params: { id } })).error).toBe('ERR_NO_PERMISSION')
    const stranger = (await makeCompany()).admin
    expect((await get(id, stranger)).error).toBe('ERR_NO_CUSTOMER_FOUND')
    expect((await call(customers.remove, { as: stranger, params: { id } })).status).toBe(204)
    expect((await get(id)).status).toBe(200)
  })
})

describe('the default customer', () => {
  const defaults = async () =>
    (await call(customers.list, { as })).body.customers.filter(each => each.customerDefault).map(({ id }) => id)

  it('is one: a new one takes the old one’s place, and none is left when it is no longer', async () => {
    const first = await made('Balcão', { customerDefault: true })
    const second = await made('Consumidor final', { customerDefault: true })
    expect(await defaults()).toEqual([second.id])
    expect((await update(first.id, { customerDefault: true })).body.customerDefault).toBe(true)
    expect(await defaults()).toEqual([first.id])
    // What is not said does not change.
    expect((await update(first.id, { fullName: 'Balcão 2' })).body.customerDefault).toBe(true)
    await update(second.id, { customerDefault: false })
    expect(await defaults()).toEqual([first.id])
    await update(first.id, { customerDefault: false })
    expect(await defaults()).toEqual([])
  })

  it('is one of two that become it at once, and goes with its customer', async () => {
    const rows = [await made('Ana'), await made('Bia'), await made('Caio')]
    const race = await Promise.all(rows.map(({ id }) => update(id, { customerDefault: true })))
    expect(statuses(race)).toEqual([200, 200, 200])
    const [chosen, ...others] = await defaults()
    expect([rows.some(({ id }) => id === chosen), others]).toEqual([true, []])
    await remove(chosen!)
    expect(await defaults()).toEqual([])
  })
})

describe('a portfolio', () => {
  const removePortfolio = (id: string) => call(portfolios.remove, { as, params: { id } })

  it('has a name of its own, a code if any, and a seller of the company', async () => {
    const seller = await makeUser(company.id, { name: 'Bruno' })
    const make = (body: object) =>
      call(portfolios.create, { as, body: { name: 'Atacado', userId: seller.user.id, ...body } })
    expect((await make({ code: '' })).body).toMatchObject({
      code: null,
      user: { id: seller.user.id, name: 'Bruno' },
    })
    expect((await make({ name: 'ATACADO' })).error).toBe('ERR_PORTFOLIO_NAME_ALREADY_EXISTS')
    expect((await make({ name: 'ab' })).error).toBe('ERR_VALIDATION')
    expect((await make({ name: 'Outra', userId: newId() })).error).toBe('ERR_NO_USER_FOUND')
    const { body } = await call(portfolios.list, { as })
    expect(body.portfolios.map(({ name, user }) => [name, user?.name])).toEqual([
      ['Atacado', 'Bruno'],
      ['Varejo', 'Ana Admin'],
    ])
    expect((await call(portfolios.listAll, { as: await makeUser(company.id) })).body).toHaveLength(2)
  })

  it('stays while customers are in it, whichever way they left', async () => {
    const { id } = await made('Maria')
    const joana = await made('Joana')
    expect(await removePortfolio(portfolioId)).toMatchObject({ status: 409, error: 'ERR_PORTFOLIO_IN_USE' })
    const other = (await makePortfolio('Atacado')).body
    await update(id, { portfolioId: other.id })
    expect((await removePortfolio(portfolioId)).error).toBe('ERR_PORTFOLIO_IN_USE')
    await remove(joana.id)
    expect((await removePortfolio(portfolioId)).status).toBe(204)
    expect((await removePortfolio(other.id)).error).toBe('ERR_PORTFOLIO_IN_USE')
    expect((await get(id)).body.portfolio).toEqual({ id: other.id, name: 'Atacado' })
  })

  it('is either gone or has its new customer, when both happen at once', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = (await makePortfolio(`Rodada ${round}`)).body
      const [gone, customer] = await Promise.all([removePortfolio(id), make('Maria', { portfolioId: id })])
      expect([
        [204, undefined, 404, 'ERR_NO_PORTFOLIO_FOUND'],
        [409, 'ERR_PORTFOLIO_IN_USE', 201, undefined],
      ]).toContainEqual([gone.status, gone.error, customer.status, customer.error])
    }
  })
})

describe('the addresses of a customer', () => {
  const place = {
    ...{ name: 'Casa', zipCode: '01001-000', address: 'Praça da Sé', number: '1' },
    ...{ neighborhood: 'Sé', city: 'São Paulo', state: 'sp' },
  }
  const add = (customerId: string, more: object = {}) =>
    call(customerAddresses.create, { as, body: { customerId, ...place, ...more } })
  const change = (id: string, body: object) => call(customerAddresses.update, { as, params: { id }, body })
  const drop = (id: string) => call(customerAddresses.remove, { as, params: { id } })
  const list = async (customerId: string) =>
    (await call(customerAddresses.list, { as, params: { customerId }, query: { limit: 100 } })).body.customerAddress
  const shown = async (customerId: string) => (await list(customerId)).map(({ name, isActive }) => [name, isActive])

  it('begin with the main one, which another can become', async () => {
    const { id } = await made('Maria')
    const home = (await add(id)).body
    expect(home).toMatchObject({ customerId: id, zipCode: '01001000', state: 'SP', isActive: true, latitude: null })
    const work = (await add(id, { name: 'Trabalho' })).body
    expect(work.isActive).toBe(false)
    expect((await add(id, { name: 'Praia', isActive: true, latitude: -23.5, longitude: -46.6 })).body.isActive).toBe(
      true,
    )
    expect(await shown(id)).toEqual([
      ['Praia', true],
      ['Trabalho', false],
      ['Casa', false],
    ])
    expect((await change(work.id, { isActive: true, number: '2' })).body).toMatchObject({ isActive: true, number: '2' })
    expect((await call(customerAddresses.get, { as, params: { id: home.id } })).body.isActive).toBe(false)
    // One that is no longer the main one leaves that to the newest other.
    await change(work.id, { isActive: false })
    expect((await list(id))[0]).toMatchObject({ name: 'Praia', isActive: true })
  })

  it('leave the newest other as the main one when that is removed', async () => {
    const { id } = await made('Maria')
    const [first, second] = [(await add(id)).body, (await add(id, { name: 'Dois' })).body]
    await add(id, { name: 'Três' })
    expect((await drop(first.id)).status).toBe(204)
    expect(await shown(id)).toEqual([
      ['Três', true],
      ['Dois', false],
    ])
    await drop(second.id)
    expect((await drop(second.id)).status).toBe(204)
    expect(await shown(id)).toEqual([['Três', true]])
    expect((await call(customerAddresses.get, { as, params: { id: second.id } })).error).toBe('ERR_NO_ADDRESS_FOUND')
    expect((await change(second.id, { number: '3' })).error).toBe('ERR_NO_ADDRESS_FOUND')
  })

  it('have one main one, however many become it, or are made, at once', async () => {
    const { id } = await made('Maria')
    const added = await Promise.all(['Um', 'Dois', 'Três'].map(name => add(id, { name, isActive: true })))
    expect(statuses(added)).toEqual([201, 201, 201])
    const mains = async () => (await list(id)).filter(({ isActive }) => isActive).length
    expect(await mains()).toBe(1)
    await Promise.all(added.map(({ body }) => change(body.id, { isActive: true })))
    expect(await mains()).toBe(1)
    const [one, ...others] = added
    await Promise.all([drop(one!.body.id), ...others.map(({ body }) => change(body.id, { isActive: true }))])
    expect([await mains(), (await list(id)).length]).toEqual([1, 2])
  })

  it('are fifty at most, whoever adds the last one', async () => {
    const { id } = await made('Maria')
    for (let i = 0; i < 49; i++) await add(id, { name: `Endereço ${i}` })
    const race = await Promise.all([add(id), add(id)])
    expect([statuses(race), race.find(({ status }) => status === 422)?.error]).toEqual([
      [201, 422],
      'ERR_ADDRESS_LIMIT',
    ])
    expect(await list(id)).toHaveLength(50)
    expect((await remove(id)).status).toBe(204)
    expect((await rowsOf(company.id)).filter(({ pk }) => /#(address|customer)#/.test(String(pk)))).toEqual([])
  })

  it('ask for what a place needs, and are none of another company', async () => {
    const { id } = await made('Maria')
    for (const name of ['name', 'zipCode', 'address', 'number', 'neighborhood', 'city', 'state'])
      expect(await add(id, { [name]: '' }), name).toMatchObject({ status: 400, error: 'ERR_VALIDATION' })
    const { body } = await add(id)
    const stranger = (await makeCompany()).admin
    const params = { id: body.id }
    expect((await call(customerAddresses.get, { as: stranger, params })).error).toBe('ERR_NO_ADDRESS_FOUND')
    expect((await call(customerAddresses.remove, { as: stranger, params })).status).toBe(204)
    const asked = await call(customerAddresses.list, { as: stranger, params: { customerId: id } })
    expect(asked.error).toBe('ERR_NO_CUSTOMER_FOUND')
    expect((await add(newId())).error).toBe('ERR_NO_CUSTOMER_FOUND')
    expect(await list(id)).toHaveLength(1)
  })

  it('are none of a customer that is gone, when both happen at once', async () => {
    for (let round = 0; round < 3; round++) {
      const { id } = await made('Maria')
      const [gone, address] = await Promise.all([remove(id), add(id)])
      expect([gone.status, [201, 404]]).toEqual([204, expect.arrayContaining([address.status])])
    }
    expect((await rowsOf(company.id)).filter(({ pk }) => /#(address|customer)#/.test(String(pk)))).toEqual([])
  })
})

describe('the contacts of a customer', () => {
  const linked = async (id: string) => (await get(id)).body.contacts.map(({ name }) => name)

  it('are linked and unlinked by the contact, which then shows its customer', async () => {
    const [maria, shop] = [await made('Maria'), await made('Padaria')]
    const phone = await contact('Maria Zap')
    const answer = await link(phone.id, maria.id)
    expect(answer.body).toMatchObject({
      customerId: maria.id,
      customer: { id: maria.id, fullName: 'Maria', document: maria.document },
    })
    expect((await get(maria.id)).body.contacts).toEqual([{ id: phone.id, name: 'Maria Zap', number: phone.number }])
    expect((await call(contacts.get, { as, params: { id: phone.id } })).body.customer?.fullName).toBe('Maria')
    await link(phone.id, shop.id)
    expect([await linked(maria.id), await linked(shop.id)]).toEqual([[], ['Maria Zap']])
    expect((await link(phone.id, null)).body).toMatchObject({ customerId: null, customer: null })
    expect(await linked(shop.id)).toEqual([])
  })

  it('are of their own company, and of customers that are there', async () => {
    const phone = await contact('Maria')
    expect(await link(phone.id, newId())).toMatchObject({ status: 404, error: 'ERR_NO_CUSTOMER_FOUND' })
    const other = await makeCompany()
    const theirs = await call(portfolios.create, {
      as: other.admin,
      body: { name: 'Varejo', userId: other.admin.user.id },
    })
    const body = { document: newCpf(), fullName: 'Deles', email: 'a@example.com', portfolioId: theirs.body.id }
    const foreign = (await call(customers.create, { as: other.admin, body })).body
    expect((await link(phone.id, foreign.id)).error).toBe('ERR_NO_CUSTOMER_FOUND')
    expect((await get(foreign.id, other.admin)).body.contacts).toEqual([])
  })

  it('are a hundred at most', async () => {
    const { id } = await made('Maria')
    for (let i = 0; i < 99; i++) {
      await transact([linkWrite(company.id, id, { id: newId(), name: 'Zap', number: '' })])
    }
    const [last, other] = [await contact('Cem'), await contact('Cento e um')]
    const race = await Promise.all([link(last.id, id), link(other.id, id)])
    expect(statuses(race)).toEqual([200, 422])
    expect(race.find(({ status }) => status === 422)?.error).toBe('ERR_CUSTOMER_CONTACT_LIMIT')
    expect(await linked(id)).toHaveLength(100)
  })

  it('are called there as they are called now, until they are deleted', async () => {
    const { id } = await made('Maria')
    const phone = await contact('Maria Zap')
    await link(phone.id, id)
    await call(contacts.update, { as, params: { id: phone.id }, body: { name: 'Maria nova' } })
    await propagateRename(company.id, 'contact', phone.id, async () => {})
    expect(await linked(id)).toEqual(['Maria nova'])
    // A change of the customer leaves them.
    await update(id, { fullName: 'Maria Maria' })
    expect(await linked(id)).toEqual(['Maria nova'])
    await deleteContact(company.id, phone.id, { id: as.user.id, name: 'Ana' })
    expect(await linked(id)).toEqual([])
  })

  it('that turn out to be one person keep the link, the one that stays its own', async () => {
    const [maria, shop] = [await made('Maria'), await made('Padaria')]
    const [kept, gone] = [await contact('Maria'), await contact('Maria LID')]
    await link(gone.id, maria.id)
    await mergeContacts(company.id, kept.id, gone.id)
    expect([
      await linked(maria.id),
      (await call(contacts.get, { as, params: { id: kept.id } })).body.customerId,
    ]).toEqual([['Maria'], maria.id])
    const third = await contact('Loja')
    await link(third.id, shop.id)
    await mergeContacts(company.id, kept.id, third.id)
    expect([await linked(maria.id), await linked(shop.id)]).toEqual([['Maria'], []])
  })

  it('are nobody’s customer when theirs is removed, whoever links another meanwhile', async () => {
    const { id } = await made('Maria')
    const [first, second] = [await contact('Um'), await contact('Dois')]
    await link(first.id, id)
    const [gone, other] = await Promise.all([remove(id), link(second.id, id)])
    expect([gone.status, [200, 404]]).toEqual([204, expect.arrayContaining([other.status])])
    for (const { id: contactId } of [first, second])
      expect((await call(contacts.get, { as, params: { id: contactId } })).body).toMatchObject({
        customerId: null,
        customer: null,
      })
    expect((await remove(id)).status).toBe(204)
    expect((await call(customers.list, { as })).body).toMatchObject({ count: 0, customers: [] })
  })
})

describe.runIf(targetHas('metering'))('what customers cost', () => {
  it('does not grow with how many there are: a page of twenty, and a search', async () => {
    await Promise.all(Array.from({ length: 60 }, (_, i) => made(`Maria ${String.fromCharCode(65 + (i % 26))} ${i}`)))
    const page = (searchParam: string) =>
      metered(async () => {
        const { rows } = await pageOfCustomers(company.id, { searchParam, limit: 20 })
        return showCustomers(company.id, rows)
      })
    const [list, search] = [await page(''), await page('maria')]
    expect([list.result.length, search.result.length]).toEqual([20, 12])
    expect(list.units.read).toBeLessThanOrEqual(5)
    expect(search.units.read).toBeLessThanOrEqual(8.5)
  })
})
