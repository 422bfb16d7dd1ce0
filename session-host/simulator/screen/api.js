// The JSON API below /sim, and what its errors mean to a person.

const ERRORS = {
  ERR_SIM_BAD_NUMBER: 'Número inválido. Use DDI, DDD e número, só algarismos.',
  ERR_SIM_BAD_QR: 'Esse texto não é um QR code de pareamento inteiro.',
  ERR_SIM_QR_EXPIRED: 'Esse QR code já passou. Copie o que está na tela agora.',
  ERR_SIM_BAD_CODE: 'Código errado.',
  ERR_SIM_NO_CODE: 'Nenhum cliente pediu um código para esse número.',
  ERR_SIM_NO_PHONE: 'Esse número não existe no simulador.',
  ERR_SIM_NO_MESSAGE: 'Essa mensagem não existe mais.',
  ERR_SIM_NO_GROUP: 'Esse telefone não está no grupo.',
  ERR_SIM_INVALID: 'Falta algo ou há um valor inválido.',
  ERR_SIM_TOO_LARGE: 'O arquivo é grande demais.',
}

/** returns the API's answer; throws an error in a person's words when it refuses */
export async function api(method, path, body) {
  const response = await fetch(`/sim${path}`, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  const result = await response.json()
  if (!response.ok) throw new Error(ERRORS[result.error] ?? result.error)
  return result
}
