// Calls of the simulator's API and what its errors say.

const ERRORS = {
  ERR_SIM_INVALID: 'O simulador não entendeu o que foi preenchido.',
  ERR_SIM_NUMBER_TAKEN: 'Este número já existe.',
  ERR_SIM_NO_CHOICE: 'Esta opção não existe mais.',
  ERR_SIM_NO_MESSAGE: 'Esta mensagem não existe mais.',
  ERR_SIM_NO_PERSON: 'Este cliente ainda não escreveu.',
  ERR_SIM_TOO_LARGE: 'O arquivo é grande demais.',
}

export async function call(method, path, body) {
  const response = await fetch(`/sim/cloud/${path}`, {
    method,
    ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
  })
  const answer = await response.json()
  if (!response.ok) throw new Error(ERRORS[answer.error] ?? answer.error)
  return answer
}

/** Returns digits as people write them. */
export function phoneText(digits) {
  const [, ddd, first, last] = /^55(\d{2})(\d{4,5})(\d{4})$/.exec(digits) ?? []
  return ddd ? `+55 ${ddd} ${first}-${last}` : `+${digits}`
}

/** Returns a file's bytes as base64. */
export const bytesOf = file =>
  new Promise(resolve => {
    const reader = new FileReader()
    reader.onload = () => resolve(reader.result.split(',')[1] ?? '')
    reader.readAsDataURL(file)
  })
