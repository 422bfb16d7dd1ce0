/** What the checks of the deployed stage are told by `main.ts`. The only file of this folder that reads the environment. */
import { z } from 'zod'

const Stage = z.object({
  stage: z.string(),
  /** What stands before `/api`. */
  url: z.url(),
  /** The WebSocket, without its token. */
  wsUrl: z.url(),
  simUrl: z.url(),
  /** The file the session host logs to. */
  hostLog: z.string(),
})
export type DeployedStage = z.infer<typeof Stage>

const VARIABLE = 'BALCAO_DEPLOYED_STAGE'

/** The variable that tells the checks where the stage is. */
export const stageVariable = (stage: DeployedStage): Record<string, string> => ({ [VARIABLE]: JSON.stringify(stage) })

/** Where the stage is. @throws outside `npm run test:deployed` */
export function readStage(): DeployedStage {
  const text = process.env[VARIABLE]
  if (!text) throw new Error('There is no deployed stage: npm run test:deployed makes one')
  return Stage.parse(JSON.parse(text))
}

/** Lets this process's SDK clients find the emulator. */
export function useVariables(variables: Record<string, string>): void {
  Object.assign(process.env, variables)
}
