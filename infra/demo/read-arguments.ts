import { parseArgs } from 'node:util'

export type StartArguments = {
  /** True to begin with empty data. */
  fresh: boolean
  /** WhatsApp that the session host speaks to. */
  whatsapp: 'simulator' | 'real'
}

const USAGE = `Usage: npm start -- [--fresh] [--whatsapp simulator|real]
  --fresh           begin with empty data
  --whatsapp real   speak to WhatsApp itself instead of the simulator: messages go to real people`

/** Reads the arguments of `npm start`. @throws with the fault and the usage */
export function readArguments(args = process.argv.slice(2)): StartArguments {
  try {
    const { values } = parseArgs({ args, options: { fresh: { type: 'boolean' }, whatsapp: { type: 'string' } } })
    const { fresh = false, whatsapp = 'simulator' } = values
    if (whatsapp !== 'simulator' && whatsapp !== 'real') {
      throw new Error(`--whatsapp: must be simulator or real, not ${JSON.stringify(whatsapp)}`)
    }
    return { fresh, whatsapp }
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${USAGE}`)
  }
}
