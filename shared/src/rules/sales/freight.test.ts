import { describe, expect, it } from 'vitest'
import { type FreightQuestion, freightOf, kilometersBetween } from './freight.ts'

const SE = { latitude: -23.55028, longitude: -46.63389 }
const PAULISTA = { latitude: -23.56139, longitude: -46.65639 }

const rate = (fields: Partial<FreightQuestion['rates'][number]> = {}) => ({
  storeId: 's',
  type: 'fixeRate' as const,
  kilometers: 0,
  minimumValue: 0,
  value: 10,
  isActive: true,
  ...fields,
})

const question = (fields: Partial<FreightQuestion> = {}): FreightQuestion => ({
  method: 'fixeRate',
  typeDelivery: 'entrega',
  subTotal: 10_000,
  store: { id: 's', ...SE },
  address: { city: 'São Paulo', neighborhood: 'Tatuapé', ...PAULISTA },
  rates: [],
  zones: [],
  places: [],
  ...fields,
})

const NO_RATE = { refused: 'ERR_NO_DELIVERY_RATE' }
const METHODS = ['notDelivery', 'fixeRate', 'byValue', 'byKm', 'byZone'] as const

describe('freightOf', () => {
  it.each(METHODS)('%s: what is picked up costs nothing, and what is delivered goes to an address', method => {
    expect(freightOf(question({ method, typeDelivery: 'retirada', address: null }))).toEqual({ freight: 0, route: '' })
    expect(freightOf(question({ method, address: null }))).toEqual({ refused: 'ERR_ADDRESS_REQUIRED' })
  })

  it('notDelivery: nothing, whatever rates there are', () => {
    expect(freightOf(question({ method: 'notDelivery', rates: [rate()] }))).toEqual({ freight: 0, route: '' })
  })

  it("fixeRate: the store's active rate", () => {
    const others = [
      rate({ storeId: 'other', value: 1 }),
      rate({ isActive: false, value: 2 }),
      rate({ type: 'byValue', value: 3 }),
    ]
    expect(freightOf(question({ rates: others }))).toEqual(NO_RATE)
    expect(freightOf(question({ rates: [...others, rate({ value: 19.99 })] }))).toEqual({ freight: 1999, route: '' })
    const two = [rate({ value: 8 }), rate({ value: 7.5 })]
    expect(freightOf(question({ rates: two }))).toEqual(freightOf(question({ rates: two.toReversed() })))
  })

  it.each([
    [9999, 1500],
    [10_000, 1000],
    [19_999, 1000],
    [20_000, 0],
    [1_000_000, 0],
  ])('byValue: of %d cents before any discount, %d', (subTotal, freight) => {
    const rates = [
      rate({ type: 'byValue', minimumValue: 200, value: 0 }),
      rate({ type: 'byValue', minimumValue: 0, value: 15 }),
      rate({ type: 'byValue', minimumValue: 100, value: 10 }),
      rate({ type: 'byValue', minimumValue: 150, value: 1, isActive: false }),
    ]
    expect(freightOf(question({ method: 'byValue', subTotal, rates }))).toEqual({ freight, route: '' })
  })

  it('byValue: below the lowest there is no rate', () => {
    const rates = [rate({ type: 'byValue', minimumValue: 100.01 })]
    expect(freightOf(question({ method: 'byValue', rates }))).toEqual(NO_RATE)
  })

  it('byKm: the kilometres beyond those that cost nothing, rounded to the cent once', () => {
    // A degree of latitude is 111.19508 km on this radius.
    const store = { id: 's', latitude: 0, longitude: 0 }
    const address = { city: 'X', neighborhood: 'Y', latitude: 1, longitude: 0 }
    const ask = (fields: object) =>
      freightOf(question({ method: 'byKm', store, address, rates: [rate({ type: 'byKm', ...fields })] }))
    expect(ask({ kilometers: 0, value: 1 })).toEqual({ freight: 11_120, route: '111,2 km' })
    expect(ask({ kilometers: 11.19508, value: 1.5 })).toEqual({ freight: 15_000, route: '111,2 km' })
    expect(ask({ kilometers: 111.1, value: 100 })).toEqual({ freight: 951, route: '111,2 km' })
    expect(ask({ kilometers: 112, value: 100 })).toEqual({ freight: 0, route: '111,2 km' })
  })

  it('byKm: needs a rate first, then both coordinates', () => {
    const rates = [rate({ type: 'byKm' })]
    const nowhere = { city: 'X', neighborhood: 'Y', latitude: null, longitude: null }
    expect(freightOf(question({ method: 'byKm' }))).toEqual(NO_RATE)
    expect(freightOf(question({ method: 'byKm', rates, address: nowhere }))).toEqual({
      refused: 'ERR_ADDRESS_COORDINATES',
    })
    expect(freightOf(question({ method: 'byKm', rates, store: { ...nowhere, id: 's' } }))).toEqual({
      refused: 'ERR_ADDRESS_COORDINATES',
    })
    // Null Island is a valid place.
    const origin = { id: 's', latitude: 0, longitude: 0 }
    expect(freightOf(question({ method: 'byKm', rates, store: origin }))).not.toHaveProperty('refused')
  })

  describe('byZone', () => {
    const zones = [
      { id: 'leste', name: 'Zona Leste', isActive: true },
      { id: 'off', name: 'Desligada', isActive: false },
    ]
    const place = (city: string, neighborhood: string, cost: number, fields = {}) => ({
      zoneId: 'leste',
      city,
      neighborhood,
      rate: cost,
      isActive: true,
      ...fields,
    })
    const ask = (places: FreightQuestion['places'], fields: Partial<FreightQuestion> = {}) =>
      freightOf(question({ method: 'byZone', zones, places, ...fields }))

    it('the neighbourhood, accents and case aside, before the whole city', () => {
      const places = [place('SAO PAULO', '', 30), place('sao  paulo', 'TATUAPE', 12.5), place('São Paulo', 'Sé', 5)]
      expect(ask(places)).toEqual({ freight: 1250, route: 'Zona Leste' })
      expect(ask(places.toReversed())).toEqual({ freight: 1250, route: 'Zona Leste' })
    })

    it('the whole city where no place names the neighbourhood', () => {
      const city = place('São Paulo', '', 30)
      expect(ask([city, place('São Paulo', 'Sé', 5)])).toEqual({ freight: 3000, route: 'Zona Leste' })
      const unnamed = { city: 'São Paulo', neighborhood: '', ...PAULISTA }
      expect(ask([place('São Paulo', 'Sé', 5), city], { address: unnamed })).toEqual({
        freight: 3000,
        route: 'Zona Leste',
      })
    })

    it('no delivery to a neighbourhood whose place is not active, though the rest of its city gets one', () => {
      const places = [place('São Paulo', '', 30), place('São Paulo', 'Tatuapé', 1, { isActive: false })]
      expect(ask(places)).toEqual(NO_RATE)
      expect(ask([...places, place('São Paulo', 'Tatuapé', 2)])).toEqual({ freight: 200, route: 'Zona Leste' })
      const off = place('São Paulo', 'Tatuapé', 1, { zoneId: 'off', isActive: false })
      expect(ask([place('São Paulo', '', 30), off])).toEqual({ freight: 3000, route: 'Zona Leste' })
    })

    it('what is not active is not there', () => {
      expect(ask([place('São Paulo', 'Tatuapé', 1, { isActive: false })])).toEqual(NO_RATE)
      expect(ask([place('São Paulo', 'Tatuapé', 1, { zoneId: 'off' })])).toEqual(NO_RATE)
      expect(ask([place('São Paulo', 'Tatuapé', 1, { zoneId: 'gone' })])).toEqual(NO_RATE)
      expect(ask([place('Osasco', 'Tatuapé', 1), place('Osasco', '', 2)])).toEqual(NO_RATE)
    })
  })
})

describe('kilometersBetween', () => {
  // Published great-circle examples on this radius.
  it.each([
    [
      'São Paulo to Rio de Janeiro',
      { latitude: -23.5505, longitude: -46.6333 },
      { latitude: -22.9068, longitude: -43.1729 },
      360.75,
    ],
    ['London to Paris', { latitude: 51.5074, longitude: -0.1278 }, { latitude: 48.8566, longitude: 2.3522 }, 343.56],
    ['over the date line', { latitude: 0, longitude: 179.5 }, { latitude: 0, longitude: -179.5 }, 111.195],
    ['to the other end of the earth', { latitude: 0, longitude: 0 }, { latitude: 0, longitude: 180 }, 20015.115],
    ['to itself', SE, SE, 0],
  ])('%s', (_, from, to, kilometers) => expect(kilometersBetween(from, to)).toBeCloseTo(kilometers, 2))
})
