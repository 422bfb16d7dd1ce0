/** `GET /ws/{cep}/json/` of ViaCEP; README.md beside this file lists what is covered. */
import { type Call, sendJson } from '../simulated-system.ts'
import type { Place } from './places.ts'

/**
 * Answers as ViaCEP does: 200 with `erro` for an unknown code, an HTML page for an impossible one.
 */
export function viaCep(call: Call, path: string, places: ReadonlyMap<string, Place>): true {
  const cep = /^ws\/([^/]*)\/json\/?$/.exec(path)?.[1]
  if (cep === undefined || call.method !== 'GET') return page(call, 404, 'Not Found')
  if (!/^\d{8}$/.test(cep)) return page(call, 400, 'Bad Request')
  const place = places.get(cep)
  if (!place) return sendJson(call, 200, { erro: 'true' })
  return sendJson(call, 200, {
    cep: `${cep.slice(0, 5)}-${cep.slice(5)}`,
    logradouro: place.address,
    complemento: place.complement,
    unidade: '',
    bairro: place.neighborhood,
    localidade: place.city,
    uf: place.state,
    ibge: '',
    gia: '',
    ddd: place.ddd,
    siafi: '',
  })
}

function page({ response }: Call, status: number, title: string): true {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(`<h1>${title}</h1>`)
  return true
}
