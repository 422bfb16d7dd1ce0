/**
 * Settings of the deployed stage's checks, which `main.ts` passes to them. The only file of this
 * folder that reads the environment.
 */
import { z } from 'zod'

const Stage = z.object({
  stage: z.string(),
  /** Address before `/api`. */
  url: z.url(),
  /** Address of the WebSocket, without its token. */
  wsUrl: z.url(),
  simUrl: z.url(),
  /** The simulated WhatsApp. */
  whatsapp: z.object({ url: z.url(), mediaHost: z.string(), mediaCa: z.string() }),
  /** Address whose POST ends the session host. */
  stopHostUrl: z.url(),
  /** Log file of the session host. */
  hostLog: z.string(),
})
export type DeployedStage = z.infer<typeof Stage>

const VARIABLE = 'BALCAO_DEPLOYED_STAGE'

/** Returns the variable that passes the stage to the checks. */
export const stageVariable = (stage: DeployedStage): Record<string, string> => ({ [VARIABLE]: JSON.stringify(stage) })

/** Returns the deployed stage. @throws outside `npm run test:deployed` */
export function readStage(): DeployedStage {
  const text = process.env[VARIABLE]
  if (!text) throw new Error('There is no deployed stage: npm run test:deployed makes one')
  return Stage.parse(JSON.parse(text))
}

/** Lets this process's SDK clients find the emulator. */
export function useVariables(variables: Record<string, string>): void {
  Object.assign(process.env, variables)
}

const Tickets = z.coerce.number().int().min(10).max(100_000).default(100)

/** Returns the number of tickets of the server whose companies move onto the stage. */
export const readMovedTickets = (): number => Tickets.parse(process.env.BALCAO_MOVED_TICKETS)
