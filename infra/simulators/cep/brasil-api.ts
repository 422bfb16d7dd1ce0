/** `GET /api/cep/v2/{cep}` of BrasilAPI; README.md beside this file lists what is covered. */
import { type Call, sendJson } from '../simulated-system.ts'
import type { Place } from './places.ts'

const refusal = (type: string, message: string, errors: object[]) => ({
  name: 'CepPromiseError',
  message,
  type,
  errors,
})

/**
 * Answers as BrasilAPI does: coordinates as strings, or null; no street and no neighbourhood where
 * a town has one code.
 */
export function brasilApi(call: Call, path: string, places: ReadonlyMap<string, Place>): true {
  const cep = /^api\/cep\/v2\/([^/]+)$/.exec(path)?.[1]
  if (cep === undefined) return sendJson(call, 404, { message: 'Not Found' })
  if (call.method !== 'GET') return sendJson(call, 405, { message: `Method ${call.method} Not Allowed` })
  if (!/^\d{8}$/.test(cep))
    return sendJson(
      call,
      400,
      refusal('validation_error', 'CEP deve conter exatamente 8 caracteres.', [
        { message: 'CEP informado não possui 8 dígitos.', service: 'cep_validation' },
      ]),
    )
  const place = places.get(cep)
  if (!place)
    return sendJson(
      call,
      404,
      refusal('service_error', 'Todos os serviços de CEP retornaram erro.', [
        { name: 'ServiceError', message: 'CEP INVÁLIDO', service: 'correios' },
      ]),
    )
  const text = (degrees: number | null) => (degrees === null ? null : String(degrees))
  return sendJson(call, 200, {
    cep,
    state: place.state,
    city: place.city,
    neighborhood: place.neighborhood || null,
    street: place.address || null,
    service: 'correios',
    location: {
      type: 'Point',
      coordinates: { longitude: text(place.longitude), latitude: text(place.latitude) },
    },
  })
}
