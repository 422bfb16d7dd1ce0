import type { TimerClock } from './events/timer-clock.ts'
import type { IsSetUp } from './gateway/setup-gate.ts'
import type { Functions } from './lambda/create-functions.ts'
import type { LocalStage } from './local-stage.ts'
import type { ServerState } from './operations/report.ts'
import type { Simulator, WhatsAppAddress } from './start-children.ts'
import type { Services } from './start-services.ts'
import type { Supervised } from './supervise.ts'

/** Parts that a start may leave out. */
export type CloudPart = 'web' | 'simulator' | 'host' | 'schedules'

export type CloudOptions = {
  /** Folder of the state. */
  dataDir: string
  /** Port of the one origin; 0 = any. */
  port: number
  /**
   * Address under which browsers reach the origin, without a slash at its end; by default the
   * origin's own, and media then come from the object store's own address.
   */
  publicUrl?: string
  /** Port of the simulator; any by default. */
  simPort?: number
  /** Stage that it serves; `local` by default. */
  stage?: LocalStage
  /**
   * WhatsApp of the session host: the simulator (by default where that runs), WhatsApp itself, or
   * another address.
   */
  whatsapp?: 'simulator' | 'real' | WhatsAppAddress
  /** Version of WhatsApp Web that the session host claims to be; its own by default. */
  whatsappVersion?: string | undefined
  /**
   * Variables by which the functions find external systems; by default the simulators' where they
   * run, else none.
   */
  systems?: Record<string, string>
  /**
   * Optional parts to run; all by default. Services, gateways, functions and mappings always run.
   */
  only?: CloudPart[]
  /** Added to the environment of functions and session host. */
  env?: Record<string, string>
  /**
   * A synthesized assembly; by default that of the stage, synthesized when it is out of date.
   */
  assembly?: string
  /** The built web; by default `web/dist`, or the server's, built when it is out of date. */
  web?: string
  dynamodbEndpoint?: string | undefined
  /** Endpoint of our queues on this data directory in another process, which a test kills. */
  sqsEndpoint?: string | undefined
  /** Endpoints of running services that replace ours. */
  endpoints?: Services['endpoints'] | undefined
  /**
   * Addresses and CIDR ranges of proxies whose `X-Forwarded-For` names the client; none by default,
   * so that a client is the address of its socket.
   */
  trustedProxy?: string[]
  /**
   * Called once the services run; until what it returns is true the origin answers nothing but the
   * first set-up.
   */
  openSetup?: (table: Pick<Cloud, 'endpoints' | 'tableName'>) => Promise<IsSetUp>
  /** Idle timeout of a WebSocket, in ms; that of AWS by default. */
  idleMs?: number
  /** Milliseconds for which an idle function keeps its environment. */
  functionIdleMs?: number
  /** Number of functions that stay loaded; undefined stands for the usual. */
  functionsLoaded?: number | undefined
  /** Receives a line for each step. */
  log?: (line: string) => void
}

export type Cloud = {
  /** The one origin: web, `/api` and `/ws`. */
  url: string
  wsUrl: string
  /** The simulator's screens and `/sim` API; undefined when it does not run. */
  simUrl: string | undefined
  endpoints: Services['endpoints']
  /** Variables by which any AWS SDK finds the local services. */
  env: Record<string, string>
  tableName: string
  /** The media bucket. */
  bucket: string
  queueUrl: (name: string) => string
  functions: Functions
  /** Resolves once the functions of the first screens are loaded; it never rejects. */
  loaded: Promise<void>
  /** The clock of timers, which `POST /sim/clock` moves. */
  clock: TimerClock
  /** Returns a function's `process.env`. */
  functionEnvironment: (name: string) => Record<string, string>
  /** Returns the pid of the DynamoDB engine, which tests kill. */
  dynamodbPid: () => number | undefined
  /** Returns what may be wrong with the machine. */
  state: () => Promise<ServerState>
  host: Supervised | undefined
  simulator: Simulator | undefined
  close: () => Promise<void>
}
