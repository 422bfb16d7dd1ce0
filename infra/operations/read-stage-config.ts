import { type LocalConfig, ownEnvironment, readConfig } from '../local/config.ts'
import { readServerConfig } from '../server/config.ts'

/**
 * Reads the settings of an operator's command for a stage. The data directory of a server is that
 * of its balcao.env, unless BALCAO_DATA_DIR names one.
 * @param stage the stage that the command names; by default that of the environment
 * @throws with one line per wrong setting
 */
export function readStageConfig(stage?: string): LocalConfig {
  const config = readConfig()
  const named = { ...config, stage: stage ?? config.stage }
  const isServer = named.stage === 'server' && config.target === 'embedded'
  return isServer && !ownEnvironment().BALCAO_DATA_DIR ? { ...named, dataDir: readServerConfig().DATA_DIR } : named
}
