import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { type RunningSimulators, startSimulators } from '@balcao/infra/simulators/start-simulators.ts'
import { cep } from '@balcao/shared/api/customers/customers.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { call, makeCompany, type TestUser } from '../../../test/harness.ts'
import { documentClient, tableName } from '../../data/table/client.ts'

let simulators: RunningSimulators
let as: TestUser

beforeAll(async () => {
  simulators = await startSimulators()
  Object.assign(process.env, simulators.env)
  as = (await makeCompany()).admin
})
beforeEach(() => sim('DELETE', '/cep/faults'))
afterAll(() => simulators.close())

async function sim<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(`${simulators.url}/sim${path}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  return (await response.json()) as T
}

const look = (zipCode: string, who = as) => call(cep.get, { as: who, params: { zipCode } })
const fault = (service: 'viacep' | 'brasilapi', more: object = { kind: 'fail' }) =>
  sim('POST', '/cep/faults', { service, ...more })
const asked = async () => (await sim<{ asked: { viacep: number; brasilapi: number } }>('GET', '/cep')).asked

let codes = 0
/** A place of its own, since what is found is kept for all tests. */
async function newPlace(more: object = {}): Promise<string> {
  const zipCode = `99${String(Date.now() % 1e3).padStart(3, '0')}${String(codes++).padStart(3, '0')}`
  await sim('POST', '/cep', {
    ...{ cep: zipCode, address: 'Rua das Acácias', neighborhood: 'Jardim', city: 'Canoas', state: 'RS' },
    ...{ latitude: -29.9, longitude: -51.1 },
    ...more,
  })
  return zipCode
}

describe('a postal code', () => {
  it('is found with its place and coordinates, and not asked for again by any company', async () => {
    const zipCode = await newPlace()
    const before = await asked()
    const place = {
      ...{ zipCode, address: 'Rua das Acácias', neighborhood: 'Jardim', city: 'Canoas', state: 'RS' },
      ...{ latitude: -29.9, longitude: -51.1 },
    }
    expect((await look(`${zipCode.slice(0, 2)}.${zipCode.slice(2, 5)}-${zipCode.slice(5)}`)).body).toEqual(place)
    expect((await look(zipCode, (await makeCompany()).admin)).body).toEqual(place)
    expect(await asked()).toEqual({ viacep: before.viacep + 1, brasilapi: before.brasilapi + 1 })
  })

  it('that is kept no longer is asked for again', async () => {
    const zipCode = await newPlace()
    const place = { ...(await look(zipCode)).body, address: 'Rua de ontem' }
    const keep = (expiresAt: number) =>
      documentClient().send(
        new PutCommand({
          TableName: tableName(),
          Item: { pk: `system#cep#${zipCode}`, sk: 'cep', place, expiresAt },
        }),
      )
    await keep(Date.now() / 1000 + 60)
    expect((await look(zipCode)).body.address).toBe('Rua de ontem')
    await keep(Date.now() / 1000 - 1)
    expect((await look(zipCode)).body.address).toBe('Rua das Acácias')
  })

  it('of a town, without street or coordinates', async () => {
    const zipCode = await newPlace({ address: '', neighborhood: '', latitude: null, longitude: null })
    expect((await look(zipCode)).body).toMatchObject({ address: '', city: 'Canoas', latitude: null, longitude: null })
  })

  it.each(['1234567', '123456789', 'ABCDE-FGH', '12345_678'])('cannot be %s', async zipCode => {
    const before = await asked()
    expect(await look(zipCode)).toMatchObject({ status: 400, error: 'ERR_ZIP_CODE_INVALID' })
    expect(await asked()).toEqual(before)
  })

  it('that nobody knows is said to be unknown, until somebody does', async () => {
    expect(await look('98999999')).toMatchObject({ status: 404, error: 'ERR_NO_ZIP_CODE_FOUND' })
    await newPlace({ cep: '98999-999' })
    expect((await look('98999999')).status).toBe(200)
  })
})

describe('a service that fails', () => {
  it('leaves the place to the other one', async () => {
    const zipCode = await newPlace()
    await fault('viacep')
    expect((await look(zipCode)).body).toMatchObject({ address: 'Rua das Acácias', latitude: -29.9 })
    const other = await newPlace()
    await fault('brasilapi')
    expect((await look(other)).body).toMatchObject({ address: 'Rua das Acácias', latitude: null })
  })

  it('together with the other leaves nothing but a code of its own', async () => {
    const zipCode = await newPlace()
    await fault('viacep', { kind: 'fail', status: 429 })
    await fault('brasilapi', { kind: 'fail', status: 503 })
    expect(await look(zipCode)).toMatchObject({ status: 424, error: 'ERR_ZIP_CODE_SERVICE' })
    expect((await look(zipCode)).status).toBe(200)
  })

  it('by silence holds nobody longer than three seconds', async () => {
    const zipCode = await newPlace()
    await fault('viacep', { kind: 'stall', ms: 60_000 })
    await fault('brasilapi', { kind: 'stall', ms: 60_000 })
    const begun = Date.now()
    expect(await look(zipCode)).toMatchObject({ status: 424, error: 'ERR_ZIP_CODE_SERVICE' })
    expect(Date.now() - begun).toBeGreaterThan(2900)
  })
})

describe('lookups', () => {
  it('of one user that go outside are some sixty a minute; what is kept and other users are not held', async () => {
    const zipCode = await newPlace()
    expect((await look(zipCode)).status).toBe(200)
    const answers = await Promise.all(Array.from({ length: 100 }, (_, i) => look(`98000${String(i).padStart(3, '0')}`)))
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThan(0)
    expect(refused[0]).toMatchObject({ error: 'ERR_TOO_MANY_REQUESTS' })
    expect((await look(zipCode)).status).toBe(200)
    expect((await look(await newPlace(), (await makeCompany()).admin)).status).toBe(200)
  })
})

describe('the doubles', () => {
  it.each([
    ['/simulated/viacep/ws/0100100/json/', 400],
    ['/simulated/viacep/ws/0100100A/json/', 400],
    ['/simulated/viacep/ws/01001000/xml/', 404],
    ['/simulated/brasilapi/api/cep/v2/0100100', 400],
    ['/simulated/brasilapi/api/cep/v2/00000000', 404],
  ])('refuse %s as the real ones do', async (path, status) => {
    expect((await fetch(`${simulators.url}${path}`)).status).toBe(status)
  })

  it('answer in the words of the real ones', async () => {
    const json = async (path: string) => (await fetch(`${simulators.url}/simulated${path}`)).json()
    expect(await json('/viacep/ws/01001000/json/')).toMatchObject({
      cep: '01001-000',
      logradouro: 'Praça da Sé',
      uf: 'SP',
    })
    expect(await json('/viacep/ws/00000000/json/')).toEqual({ erro: 'true' })
    expect(await json('/brasilapi/api/cep/v2/89010025')).toMatchObject({
      location: { type: 'Point', coordinates: { longitude: '-49.0629788', latitude: '-26.9244749' } },
    })
    expect(await json('/brasilapi/api/cep/v2/89990000')).toMatchObject({ street: null, neighborhood: null })
  })
})
