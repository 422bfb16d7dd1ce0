import type { Faults } from '../faults.ts'
import type { CloudState } from './cloud-state.ts'
import type { Fault } from './faults.ts'
import type { MovedClock } from './moved-clock.ts'
import type { Pace } from './pace.ts'
import type { Webhooks } from './webhooks.ts'

/** Parts of the simulator by which a call is answered. */
export type CloudContext = {
  state: CloudState
  webhooks: Webhooks
  faults: Faults<Fault>
  pace: Pace
  clock: MovedClock
  /** The app's own webhook, of accounts that were subscribed without another one. */
  appWebhook: string
  origin: string
}
