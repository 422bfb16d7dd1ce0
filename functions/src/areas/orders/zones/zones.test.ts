import { zoneDetails, zones } from '@balcao/shared/api/orders/zones.ts'
import { newId } from '@balcao/shared/ids.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { call, makeCompany, makeUser, type TestUser } from '../../../../test/harness.ts'
import { rowsOf } from '../../../../test/rows-of.ts'

let admin: TestUser
let user: TestUser
let companyId: string

beforeAll(async () => {
  const company = await makeCompany()
  companyId = company.id
  admin = company.admin
  user = await makeUser(companyId)
})

const make = (name: string, as = admin) => call(zones.create, { body: { name }, as })
const place = (zoneId: string, city: string, neighborhood = '', as = admin) =>
  call(zoneDetails.create, { body: { zoneId, city, neighborhood, rate: 12.5 }, as })
const placesOf = async (zoneId: string, as = admin) =>
  (await call(zoneDetails.list, { params: { zoneId }, as })).body.zoneDetails

describe('zones', () => {
  it('have a name of their own of three characters or more, and are active unless it is said', async () => {
    const made = await make('  Zona Sul ')
    expect([made.status, made.body]).toMatchObject([201, { name: 'Zona Sul', isActive: true }])
    expect((await make('ZONA SÚL')).error).toBe('ERR_ZONE_NAME_ALREADY_EXISTS')
    expect((await make('ab')).error).toBe('ERR_VALIDATION')
    const other = (await make('Outra')).body
    const update = (body: object) => call(zones.update, { params: { id: other.id }, body, as: admin })
    expect((await update({ name: 'zona sul' })).error).toBe('ERR_ZONE_NAME_ALREADY_EXISTS')
    expect((await update({ isActive: false })).body).toMatchObject({ name: 'Outra', isActive: false })
    // What a new zone is unasked, an old one does not become by another change.
    expect((await update({ name: 'OUTRA' })).body).toMatchObject({ name: 'OUTRA', isActive: false })
  })

  it('are listed by name, page by page, and as a whole', async () => {
    const own = (await makeCompany()).admin
    for (const name of ['delta', 'Álvaro', 'beta', 'Gama']) await make(name, own)
    const first = (await call(zones.list, { query: { limit: 3 }, as: own })).body
    expect(first.zones.map(({ name }) => name)).toEqual(['Álvaro', 'beta', 'delta'])
    const rest = (await call(zones.list, { query: { limit: 3, cursor: first.nextCursor! }, as: own })).body
    expect([rest.zones.map(({ name }) => name), rest.hasMore]).toEqual([['Gama'], false])
    expect((await call(zones.list, { query: { searchParam: 'ALV' }, as: own })).body.zones).toHaveLength(1)
    expect((await call(zones.listAll, { as: own })).body).toHaveLength(4)
  })

  it('are read by everybody of the company, changed by admins, and unknown to another one', async () => {
    const { id } = (await make('Zona Norte')).body
    expect((await call(zones.get, { params: { id }, as: user })).body.name).toBe('Zona Norte')
    expect((await make('Do atendente', user)).error).toBe('ERR_NO_PERMISSION')
    const stranger = (await makeCompany()).admin
    expect((await call(zones.get, { params: { id }, as: stranger })).error).toBe('ERR_NO_ZONE_FOUND')
    expect((await call(zones.remove, { params: { id }, as: stranger })).status).toBe(204)
    expect((await place(id, 'Osasco', '', stranger)).error).toBe('ERR_NO_ZONE_FOUND')
    expect((await call(zones.get, { params: { id }, as: admin })).status).toBe(200)
  })

  it('take their places with them, and nothing of another zone', async () => {
    const own = await makeCompany()
    const [gone, kept] = [(await make('Zona A', own.admin)).body, (await make('Zona B', own.admin)).body]
    for (let i = 0; i < 25; i++) await place(gone.id, `Cidade ${i}`, '', own.admin)
    const stays = (await place(kept.id, 'Cidade 1', '', own.admin)).body
    expect((await call(zones.remove, { params: { id: gone.id }, as: own.admin })).status).toBe(204)
    expect((await call(zones.remove, { params: { id: gone.id }, as: own.admin })).status).toBe(204)
    expect(
      (await rowsOf(own.id)).filter(row => !String(row.pk).endsWith('#audit') && JSON.stringify(row).includes(gone.id)),
    ).toEqual([])
    expect(await placesOf(kept.id, own.admin)).toEqual([stays])
    expect((await call(zoneDetails.list, { params: { zoneId: gone.id }, as: own.admin })).error).toBe(
      'ERR_NO_ZONE_FOUND',
    )
  })
})

describe('the places of a zone', () => {
  it('are a city with a neighbourhood or without, each once in a zone, and what a delivery costs', async () => {
    const zone = (await make('Zona Leste')).body
    const whole = await place(zone.id, ' São Paulo ')
    expect([whole.status, whole.body]).toMatchObject([
      201,
      { zoneId: zone.id, city: 'São Paulo', neighborhood: '', rate: 12.5, isActive: true },
    ])
    const tatuape = (await place(zone.id, 'São Paulo', 'Tatuapé')).body
    expect((await place(zone.id, 'SAO PAULO', 'TATUAPE')).error).toBe('ERR_ZONE_PLACE_ALREADY_EXISTS')
    const update = (body: object) => call(zoneDetails.update, { params: { id: tatuape.id }, body, as: admin })
    expect((await update({ neighborhood: '' })).error).toBe('ERR_ZONE_PLACE_ALREADY_EXISTS')
    expect((await update({ rate: 0.1, isActive: false })).body).toMatchObject({
      neighborhood: 'Tatuapé',
      rate: 0.1,
      isActive: false,
    })
    const elsewhere = (await make('Zona Oeste')).body
    expect((await place(elsewhere.id, 'São Paulo', 'Tatuapé')).status).toBe(201)
    expect((await placesOf(zone.id)).map(each => each.neighborhood)).toEqual(['', 'Tatuapé'])
    expect((await call(zoneDetails.get, { params: { id: tatuape.id }, as: user })).body.rate).toBe(0.1)
    expect((await call(zoneDetails.remove, { params: { id: tatuape.id }, as: admin })).status).toBe(204)
    expect((await call(zoneDetails.get, { params: { id: tatuape.id }, as: user })).error).toBe(
      'ERR_NO_ZONE_DETAIL_FOUND',
    )
  })

  it('may have names as long and wide as the contract lets them be', async () => {
    const zone = (await make('Zona Longa')).body
    const wide = '한'.repeat(150)
    expect((await place(zone.id, wide, wide)).status).toBe(201)
    expect((await place(zone.id, wide, wide)).error).toBe('ERR_ZONE_PLACE_ALREADY_EXISTS')
    // Where the city ends and the neighbourhood begins tells places apart.
    for (const [city, neighborhood] of [
      ['Um#Dois', ''],
      ['Um', 'Dois#'],
      ['Um', '#Dois'],
    ] as const)
      expect((await place(zone.id, city, neighborhood)).status).toBe(201)
  })

  it('cost money: not less than nothing, with two decimals, in a city', async () => {
    const zone = (await make('Zona Central')).body
    const fields = { zoneId: zone.id, city: 'Osasco', neighborhood: '', rate: 10 }
    for (const wrong of [{ rate: -0.01 }, { rate: 1.005 }, { rate: 1e9 }, { city: ' ' }, { city: 'x'.repeat(151) }])
      expect((await call(zoneDetails.create, { body: { ...fields, ...wrong }, as: admin })).error).toBe(
        'ERR_VALIDATION',
      )
    for (const rate of [0, 0.07, 1.15, 19.99, 99_999_999.99])
      expect(
        (await call(zoneDetails.create, { body: { ...fields, city: `R$ ${rate}`, rate }, as: admin })).body.rate,
      ).toBe(rate)
    const nowhere = { ...fields, zoneId: newId() }
    expect((await call(zoneDetails.create, { body: nowhere, as: admin })).error).toBe('ERR_NO_ZONE_FOUND')
  })
})
