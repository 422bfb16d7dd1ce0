/** The tools that find and register the contact as a customer, and quote their delivery. */
import { newId } from '@balcao/shared/ids.ts'
import { numberVariants } from '@balcao/shared/rules/phone-number.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { newCpf } from '../../../test/new-cpf.ts'
import { makeCustomer, sell } from '../../../test/shop.ts'
import { done, type ToolFixture, toolFixture, trialCart } from '../../../test/tool-fixture.ts'
import type { ProductStoreRow } from '../../data/catalog/product-store.ts'
import { saveSetting } from '../../data/company/setting.ts'
import { changeContact } from '../../data/contacts/contact.ts'
import { addressesOf } from '../../data/customers/address.ts'
import { createCustomer, findByDocument } from '../../data/customers/customer.ts'
import { linkWrite } from '../../data/customers/customer-row.ts'
import { keepZipPlace } from '../../data/customers/zip-place.ts'
import { createZoneDetail, ZONES } from '../../data/orders/zone.ts'
import { createRow, newRow } from '../../data/table/small-list.ts'
import { transact } from '../../data/table/transact.ts'
import { saveDraft } from '../../data/tickets/draft-order.ts'
import { listLogs } from '../../data/tickets/ticket-log.ts'
import { addToCart } from './add-to-cart.ts'
import { findCustomer } from './find-customer.ts'
import { finishOrder } from './finish-order.ts'
import { quoteDelivery } from './quote-delivery.ts'
import { registerCustomer } from './register-customer.ts'

let fixture: ToolFixture
let shirt: ProductStoreRow
beforeEach(async () => {
  fixture = await toolFixture()
  shirt = await sell(fixture.shop)
})

const find = (document: string) => fixture.use(findCustomer, { document })
const register = (document: string, more = {}, changes = {}) =>
  fixture.use(registerCustomer, { document, fullName: 'Joana Prado', email: 'joana@example.com', ...more }, changes)
const link = async (customerId: string) =>
  changeContact(fixture.companyId, (await fixture.contact()).id, { customerId })
const add = (changes = {}) => fixture.use(addToCart, { productId: shirt.productId, amount: 1 }, changes)

let codes = 0
/** A postal code that is known, in a city of its own. */
async function newPlace(more: object = {}): Promise<string> {
  const zipCode = `97${String(Date.now() % 1e3).padStart(3, '0')}${String(codes++).padStart(3, '0')}`
  const where = { address: 'Rua Augusta', neighborhood: 'Centro', city: 'Canoas', state: 'RS' }
  await keepZipPlace({ zipCode, ...where, latitude: null, longitude: null, ...more }, 3600)
  return zipCode
}

async function deliverTo(city: string, rate: number): Promise<void> {
  const { companyId } = fixture
  await saveSetting(companyId, 'deliveryMethods', 'byZone')
  const { id: zoneId } = await createRow(companyId, ZONES, newRow({ name: city, isActive: true }))
  await createZoneDetail(companyId, { zoneId, city, neighborhood: '', rate, isActive: true })
}

describe('find_customer', () => {
  it('finds the contact’s own customer, by its first name alone, and puts them into the cart', async () => {
    const { customer } = fixture.shop
    await add()
    await link(customer.id)
    expect((await find(customer.document)).answer).toEqual({ ok: true, firstName: 'Maria' })
    expect(await fixture.draft()).toMatchObject({ customerId: customer.id })
    expect(fixture.state()).toMatchObject({ customerId: customer.id })
  })

  it('finds a customer who has the contact’s number, in either spelling', async () => {
    const { companyId, shop } = fixture
    const { number } = await fixture.contact()
    const spelling = numberVariants(number).find(each => each !== number)!
    // As of a contact that was merged into this one.
    await transact([linkWrite(companyId, shop.customer.id, { id: newId(), name: 'Maria', number: spelling })])
    expect((await find(shop.customer.document)).answer).toEqual({ ok: true, firstName: 'Maria' })
  })

  it('answers the document of somebody else like an unknown one', async () => {
    const stranger = await makeCustomer(fixture.companyId)
    const other = await toolFixture()
    const answers = [newCpf(), stranger.document, other.shop.customer.document].map(
      async document => (await find(document)).answer,
    )
    const [unknown, ...others] = await Promise.all(answers)
    expect(unknown).toMatchObject({ error: 'not_found' })
    for (const answer of others) expect(answer).toEqual(unknown)
    for (const document of ['', '123', '111.111.111-11', 'x'.repeat(30)])
      expect((await find(document)).answer).toMatchObject({ error: 'ERR_DOCUMENT_INVALID' })
    expect(fixture.state()).toEqual({})
  })
})

describe('register_customer', () => {
  const consent = async (words = 'Sim, pode', document = newCpf()) => {
    await fixture.says(`Meu CPF é ${document.replace(/^(\d{3})(\d{3})(\d{3})/, '$1.$2.$3-')}`)
    expect((await register(document)).answer).toMatchObject({ error: 'consent_needed' })
    await fixture.says(words)
    return document
  }

  it('registers who agreed, links the contact, and puts them into the cart', async () => {
    await add()
    const document = await consent()
    expect((await register(document)).answer).toEqual({ ok: true, firstName: 'Joana' })
    const customer = (await findByDocument(fixture.companyId, document))!
    const { id, number } = await fixture.contact()
    expect(customer).toMatchObject({
      fullName: 'Joana Prado',
      email: 'joana@example.com',
      userId: fixture.agent.prompt.id,
      contacts: [{ id, number }],
    })
    expect(await fixture.contact()).toMatchObject({ customerId: customer.id })
    const logs = await listLogs(fixture.companyId, (await fixture.agent.ticket()).id)
    expect(logs.filter(({ type }) => type === 'contactChanged')).toMatchObject([
      { user: { id: fixture.agent.prompt.id }, changes: [{ field: 'customer', after: 'Joana Prado' }] },
    ])
    expect(await fixture.draft()).toMatchObject({ customerId: customer.id })
    expect((await find(document)).answer).toMatchObject({ ok: true })
    // As good as registered: they are known.
    expect((await register(document)).answer).toMatchObject({ ok: true })
  })

  it('answers a first name of letters alone: an amount in it would be one that may be said', async () => {
    const document = await consent()
    expect((await register(document, { fullName: 'Ana-R$0,01 Prado' })).answer).toEqual({
      ok: true,
      firstName: 'Ana-R',
    })
  })

  it('asks for consent in one reply, and takes it in a later one', async () => {
    const document = newCpf()
    await fixture.says(document)
    for (let i = 0; i < 3; i++) expect((await register(document)).answer).toMatchObject({ error: 'consent_needed' })
    expect(await findByDocument(fixture.companyId, document)).toBeUndefined()
    await fixture.says('não')
    expect((await register(document)).answer).toMatchObject({ error: 'consent_refused' })
    expect((await register(document)).answer).toMatchObject({ error: 'consent_needed' })
    expect(await findByDocument(fixture.companyId, document)).toBeUndefined()
    // Consent for one document is none for another.
    const other = await consent()
    expect((await register(document)).answer).toMatchObject({ error: 'consent_needed' })
    expect(await findByDocument(fixture.companyId, other)).toBeUndefined()
  })

  it('takes a clear yes alone, in the words since it was asked', async () => {
    const document = await consent('Quanto fica o frete?')
    const refused = { error: 'consent_needed' }
    expect((await register(document)).answer).toMatchObject(refused)
    await fixture.says('Pra que precisa?')
    expect((await register(document)).answer).toMatchObject(refused)
    await fixture.says('Sim, mas por quê?')
    expect((await register(document)).answer).toMatchObject(refused)
    expect(await findByDocument(fixture.companyId, document)).toBeUndefined()
    // The newest clear answer counts, whatever was said beside it.
    await fixture.says('Autorizo')
    await fixture.says('Quanto demora?')
    expect((await register(document)).answer).toMatchObject({ ok: true })
    // A yes from before it was asked is none.
    const other = await toolFixture()
    const early = newCpf()
    await other.says(`Sim, pode. Meu CPF é ${early}`)
    const given = { document: early, fullName: 'Joana Prado', email: '' }
    expect((await other.use(registerCustomer, given)).answer).toMatchObject(refused)
    await other.says('Tem bolo?')
    expect((await other.use(registerCustomer, given)).answer).toMatchObject(refused)
    await other.says('Pode sim')
    await other.says('Não, melhor não')
    expect((await other.use(registerCustomer, given)).answer).toMatchObject({ error: 'consent_refused' })
    expect(await findByDocument(other.companyId, early)).toBeUndefined()
  })

  it('takes no document that the contact did not write, and no nonsense', async () => {
    await fixture.says('oi')
    expect((await register(newCpf())).answer).toMatchObject({ error: 'document_not_written' })
    expect((await register('123')).answer).toMatchObject({ error: 'ERR_DOCUMENT_INVALID' })
    expect((await register(newCpf(), { fullName: 'x' })).answer).toMatchObject({ error: 'invalid_arguments' })
    expect((await register(newCpf(), { email: 'x' })).answer).toMatchObject({ error: 'invalid_arguments' })
  })

  it('leaves the document of somebody else, and a second one, to people', async () => {
    const { document } = await makeCustomer(fixture.companyId)
    await consent('Sim', document)
    expect((await register(document)).answer).toMatchObject({ error: 'needs_person' })
    expect((await fixture.contact()).customerId).toBeNull()
    const own = await consent()
    await register(own)
    await fixture.says(document)
    expect((await register(document)).answer).toMatchObject({ error: 'needs_person' })
    expect((await fixture.contact()).customerId).toBe((await findByDocument(fixture.companyId, own))!.id)
  })

  it('goes on where an attempt that died has left off', async () => {
    const document = await consent()
    const state = fixture.state()
    const first = await register(document, {}, { key: 'one' })
    const { id } = (await findByDocument(fixture.companyId, document))!
    // As if the process had died before the contact was linked.
    await changeContact(fixture.companyId, (await fixture.contact()).id, { customerId: null })
    expect((await register(document, {}, { key: 'other', state })).answer).toMatchObject({ error: 'needs_person' })
    expect((await register(document, {}, { key: 'one', state })).answer).toEqual(first.answer)
    expect(await fixture.contact()).toMatchObject({ customerId: id })
  })

  it('registers nobody in a trial', async () => {
    const document = await consent()
    expect((await register(document, {}, { dry: true, trial: trialCart() })).answer).toMatchObject({ ok: true })
    expect(await findByDocument(fixture.companyId, document)).toBeUndefined()
  })
})

describe('quote_delivery', () => {
  const quote = (zipCode: string, number?: string, changes = {}) =>
    fixture.use(quoteDelivery, { zipCode, ...(number === undefined ? {} : { number }) }, changes)

  it('tells what the cart costs there, and keeps the place until the customer is known', async () => {
    const zipCode = await newPlace()
    await deliverTo('Canoas', 7.5)
    expect(done(await quote(zipCode))).toMatchObject({ place: 'Rua Augusta, Centro, Canoas/RS', freight: 'R$ 7,50' })
    await add()
    expect(done(await quote(zipCode, '12'))).toEqual({
      ok: true,
      place: 'Rua Augusta, Centro, Canoas/RS',
      freight: 'R$ 7,50',
      totalWithFreight: 'R$ 17,50',
    })
    expect(done(await add()).cart).toMatchObject({ freight: 'R$ 7,50', total: 'R$ 27,50' })
    const { customer } = fixture.shop
    await link(customer.id)
    expect((await find(customer.document)).answer).toMatchObject({ ok: true })
    const [address] = await addressesOf(fixture.companyId, customer.id)
    expect(address).toMatchObject({ zipCode, number: '12', address: 'Rua Augusta', city: 'Canoas' })
    expect(await fixture.draft()).toMatchObject({
      customerId: customer.id,
      typeDelivery: 'entrega',
      addressId: address!.id,
    })
    expect(fixture.state()).not.toHaveProperty('destination')
  })

  it('gives a customer whom an attendant chose no address of the contact’s', async () => {
    const zipCode = await newPlace()
    await deliverTo('Canoas', 7.5)
    await add()
    const stranger = await makeCustomer(fixture.companyId)
    const { version, ...draft } = (await fixture.draft())!
    await saveDraft(await fixture.agent.ticket(), version, { ...draft, customerId: stranger.id })
    await link(fixture.shop.customer.id)
    done(await quote(zipCode, '12'))
    expect(await addressesOf(fixture.companyId, stranger.id)).toEqual([])
    const given = { delivery: 'entrega', paymentId: fixture.shop.cash }
    expect((await fixture.use(finishOrder, given)).answer).toMatchObject({ error: 'needs_person' })
    expect(await fixture.draft()).toMatchObject({ customerId: stranger.id, addressId: null })
  })

  it('stores the address of a known customer once', async () => {
    const zipCode = await newPlace()
    await deliverTo('Canoas', 7.5)
    await add()
    await link(fixture.shop.customer.id)
    await quote(zipCode, '12', { key: 'one' })
    await quote(zipCode, '12', { key: 'one' })
    await quote(zipCode, ' 12 ')
    const addresses = await addressesOf(fixture.companyId, fixture.shop.customer.id)
    expect(addresses).toHaveLength(1)
    expect(await fixture.draft()).toMatchObject({ addressId: addresses[0]!.id, typeDelivery: 'entrega' })
  })

  it('stores no address that nobody could find, and says so', async () => {
    const zipCode = await newPlace({ address: '', neighborhood: '' })
    await deliverTo('Canoas', 7.5)
    await add()
    await link(fixture.shop.customer.id)
    expect(done(await quote(zipCode, '12'))).toMatchObject({
      freight: 'R$ 7,50',
      missing: expect.stringMatching(/rua/),
    })
    expect(await addressesOf(fixture.companyId, fixture.shop.customer.id)).toEqual([])
  })

  it('says where nobody delivers, and what is no postal code', async () => {
    const zipCode = await newPlace()
    await deliverTo('Porto Alegre', 7.5)
    await add()
    expect((await quote(zipCode)).answer).toMatchObject({ error: 'ERR_NO_DELIVERY_RATE' })
    for (const wrong of ['', '123', 'abcdefgh'])
      expect((await quote(wrong)).answer).toMatchObject({ error: 'ERR_ZIP_CODE_INVALID' })
    expect(fixture.state()).not.toHaveProperty('destination')
    expect((await fixture.draft())?.typeDelivery).toBeNull()
  })

  it('of a trial stores nothing', async () => {
    const zipCode = await newPlace()
    await deliverTo('Canoas', 7.5)
    await link(fixture.shop.customer.id)
    const more = { dry: true, trial: trialCart() }
    await add(more)
    expect(done(await quote(zipCode, '12', more))).toMatchObject({ totalWithFreight: 'R$ 17,50' })
    expect(await addressesOf(fixture.companyId, fixture.shop.customer.id)).toEqual([])
    expect(await fixture.draft()).toBeUndefined()
  })
})

it('two customers of one number are each found by their own document alone', async () => {
  const { companyId, shop } = fixture
  const { portfolioId } = shop.customer
  const fields = { email: '', birthday: null, portfolioId, customerDefault: false }
  const { customer } = await createCustomer(
    companyId,
    { ...fields, document: newCpf(), fullName: 'Rui Alves' },
    newId(),
  )
  await link(customer.id)
  expect((await find(customer.document)).answer).toEqual({ ok: true, firstName: 'Rui' })
  expect((await find(shop.customer.document)).answer).toMatchObject({ error: 'not_found' })
})
