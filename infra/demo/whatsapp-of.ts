import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { StartArguments } from './read-arguments.ts'

type WhatsApp = StartArguments['whatsapp']

/** Default data directory of a demo that speaks to WhatsApp itself, apart from the simulator's. */
export const REAL_DATA_DIR = '.local-real'

/** File of the data directory that names the WhatsApp that its conversations belong to. */
const FILE = 'whatsapp'

/** Returns the WhatsApp of a data directory; undefined for one without a demo. */
export function whatsappOf(dataDir: string): WhatsApp | undefined {
  const file = join(dataDir, FILE)
  if (existsSync(file)) return readFileSync(file, 'utf8').trim() === 'real' ? 'real' : 'simulator'
  // Made before there was a choice.
  return existsSync(join(dataDir, 'demo.json')) ? 'simulator' : undefined
}

/**
 * Records the WhatsApp of a data directory.
 * @throws when it belongs to the other one: the simulator's conversations have made-up numbers,
 * which may be somebody's, and the simulator would unlink a real phone
 */
export function claimWhatsApp(dataDir: string, whatsapp: WhatsApp): void {
  const before = whatsappOf(dataDir)
  if (before === undefined) writeFileSync(join(dataDir, FILE), `${whatsapp}\n`, { mode: 0o600 })
  if ((before ?? whatsapp) === whatsapp) return
  throw new Error(
    before === 'simulator'
      ? `${dataDir} was used with the simulator: its made-up numbers may be real people's.\nTake another folder by BALCAO_DATA_DIR, or empty it with --fresh.`
      : `${dataDir} was used with WhatsApp itself: the simulator would unlink its phones.\nAdd --whatsapp real, take another folder by BALCAO_DATA_DIR, or empty it with --fresh.`,
  )
}
