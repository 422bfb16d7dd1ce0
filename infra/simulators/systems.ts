import { openBank } from './bank/bank.ts'
import { openBots } from './bots/bots.ts'
import { openCep } from './cep/cep.ts'
import { openClock } from './clock/clock.ts'
import { openCloud } from './cloud/cloud.ts'
import { openErp } from './erp/erp.ts'
import { openMail } from './mail/mail.ts'
import { openMeta } from './meta/meta.ts'
import { openPages } from './pages/pages.ts'
import { openPush } from './push/push.ts'
import type { SimulatedSystem, SimulatorOptions } from './simulated-system.ts'

/**
 * All simulated systems, in the order of the simulator's header. A new one is a line here. The
 * Graph API is one address: the Cloud API takes the calls to its own
 * objects, Meta's pages the rest.
 */
export const SYSTEMS: readonly ((options: SimulatorOptions) => SimulatedSystem)[] = [
  openMail,
  openPush,
  openBank,
  openCloud,
  openMeta,
  openCep,
  openBots,
  openErp,
  openPages,
  openClock,
]
