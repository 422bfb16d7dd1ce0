import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { DescribeTaskDefinitionCommand, ECSClient } from '@aws-sdk/client-ecs'
import { AssumeRoleCommand, STSClient } from '@aws-sdk/client-sts'
import { closeServer, LOOPBACK, listen } from '../local/listen.ts'
import { openPorts } from '../local/ports.ts'
import { type Simulator, startSessionHost, startSimulator } from '../local/start-children.ts'
import type { Emulator } from './emulator.ts'

export type DeployedHost = {
  simUrl: string
  /** Address of the simulated WhatsApp, for a second product. */
  whatsapp: Simulator['whatsapp']
  /** Address whose POST ends the session host, as ECS does when no task is wanted. */
  stopUrl: string
  close: () => Promise<void>
}

/**
 * Starts the WhatsApp simulator and one session host with the environment of the deployed task and
 * the credentials of its role. Two variables differ: the stage calls itself local, since elsewhere
 * the host connects to WhatsApp only, and WhatsApp is the simulator.
 */
export async function startDeployedHost(options: {
  emulator: Emulator
  dir: string
  stage: string
  log: (line: string) => void
}): Promise<DeployedHost> {
  const { emulator, dir, stage, log } = options
  const { environment, roleArn } = await deployedTask(stage)
  const credentials = await assume(roleArn)
  const common = { dataDir: dir, logs: dir, ports: openPorts(dir), log }
  const simulator = await startSimulator(common, 0)
  const trusted = join(dir, 'trusted.pem')
  writeFileSync(trusted, [simulator.whatsapp.mediaCa, emulator.ca].map(file => readFileSync(file, 'utf8')).join('\n'))
  try {
    const given = {
      ...environment,
      ...credentials,
      STAGE: 'local',
      AWS_ENDPOINT_URL: emulator.url,
      NODE_EXTRA_CA_CERTS: trusted,
    }
    const host = await startSessionHost(common, given, simulator.whatsapp)
    const control = createServer((_, response) => {
      void host.close().then(() => response.writeHead(204).end())
    })
    const port = await listen(control, 0)
    return {
      simUrl: simulator.url,
      whatsapp: simulator.whatsapp,
      stopUrl: `http://${LOOPBACK}:${port}`,
      async close() {
        await closeServer(control)
        await host.close()
        await simulator.close()
      },
    }
  } catch (error) {
    await simulator.close()
    throw error
  }
}

async function deployedTask(stage: string): Promise<{ environment: Record<string, string>; roleArn: string }> {
  const ecs = new ECSClient()
  const { taskDefinition } = await ecs.send(
    new DescribeTaskDefinitionCommand({ taskDefinition: `balcao-${stage}-session-host` }),
  )
  ecs.destroy()
  const [container] = taskDefinition?.containerDefinitions ?? []
  if (!container?.environment || !taskDefinition?.taskRoleArn) throw new Error('The deployed task has no role')
  return {
    environment: Object.fromEntries(container.environment.map(({ name = '', value = '' }) => [name, value])),
    roleArn: taskDefinition.taskRoleArn,
  }
}

/** Assumes a role and returns its credentials as environment variables. */
async function assume(RoleArn: string): Promise<Record<string, string>> {
  const sts = new STSClient()
  const { Credentials } = await sts.send(new AssumeRoleCommand({ RoleArn, RoleSessionName: 'session-host' }))
  sts.destroy()
  const { AccessKeyId, SecretAccessKey, SessionToken } = Credentials ?? {}
  if (!AccessKeyId || !SecretAccessKey || !SessionToken) throw new Error(`Nobody may be ${RoleArn}`)
  return {
    AWS_ACCESS_KEY_ID: AccessKeyId,
    AWS_SECRET_ACCESS_KEY: SecretAccessKey,
    AWS_SESSION_TOKEN: SessionToken,
  }
}
