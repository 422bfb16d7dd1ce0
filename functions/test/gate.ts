/**
 * A gate between the code under test and its table, queues and bucket: it counts the calls, and can
 * stop at one of them as a process that ends there would. To be opened before anything of the
 * product was called: clients keep their endpoints.
 */
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { JobMessage, OutboundCommand } from '@balcao/shared/events/queues.ts'

/** `before` the call takes effect, or `after` it did and nobody learned of it. */
export type Moment = 'before' | 'after'

export type Gate = {
  /**
   * Stops at the `nth` call from now (1 is the next): of all, of those that change something
   * (`CHANGES`), or of those of one operation (`TransactWriteItems`).
   */
  stopAt: (nth: number, moment: Moment, stopped?: () => void, operation?: string) => void
  /** Returns the number of calls since `stopAt`, of any kind. */
  calls: () => number
  /** Returns whether a call stands still. */
  isStopped: () => boolean
  /**
   * Lets it go on, and stops nothing more; dropped, the call that stands still never takes effect,
   * since who made it is dead.
   */
  goOn: (how?: 'dropped') => void
  /** Refuses sends to a queue that match, until called again. */
  refuseSends: (which: ((body: unknown) => boolean) | undefined) => void
  /** Breaks the connection of the next object that is put as a stream. */
  breakStream: () => void
  /** Returns the messages sent to the jobs queue since the last call. */
  sent: () => JobMessage[]
  /** Returns the delay of the last of them in seconds. */
  delaySeconds: () => number
  /** Commands sent to the session hosts, by deduplication id. */
  commands: ReadonlyMap<string, OutboundCommand>
  /** Environment of a separate process that goes through this gate. */
  env: Record<string, string>
  close: () => Promise<void>
}

/** Stands for the calls that change something. */
export const CHANGES = 'changes'

const READS = /\.(GetItem|BatchGetItem|TransactGetItems|Query|Scan|ReceiveMessage)$/

/** Returns whether a call changes something: behind one that does not, all is as before it. */
const isChange = ({ method, headers }: IncomingMessage): boolean => {
  const target = headers['x-amz-target']
  return target === undefined ? method !== 'GET' && method !== 'HEAD' : !READS.test(String(target))
}

type Call = { incoming: IncomingMessage; body: Buffer; answer: ServerResponse }

const SERVICES = ['DYNAMODB', 'SQS', 'S3'] as const

export async function openGate(): Promise<Gate> {
  let left = 0
  let calls = 0
  let moment: Moment = 'before'
  let notify = () => {}
  let counted = ''
  let release: ((how?: 'dropped') => void) | undefined
  let breaks = false
  let isRefused: ((body: unknown) => boolean) | undefined
  const sent: JobMessage[] = []
  let delay = 0
  const commands = new Map<string, OutboundCommand>()

  /** Stands still when its turn is now. */
  const pass = async (now: Moment, turn: boolean) => {
    if (!turn || now !== moment) return
    const going = new Promise<'dropped' | undefined>(resolve => {
      release = resolve
    })
    notify()
    return going
  }

  const forward = (target: URL, { incoming, body, answer }: Call, turn: boolean) =>
    new Promise<void>((resolve, reject) => {
      const { method, url, headers } = incoming
      // The host stays as it was signed.
      const call = request({ host: target.hostname, port: target.port, method, path: url, headers }, async response => {
        const chunks: Buffer[] = []
        for await (const chunk of response) chunks.push(chunk as Buffer)
        noteSent(incoming, body)
        await pass('after', turn)
        answer.writeHead(response.statusCode ?? 500, response.headers)
        answer.end(Buffer.concat(chunks))
        resolve()
      })
      call.on('error', reject)
      call.end(body)
    })

  const noteSent = (incoming: IncomingMessage, body: Buffer) => {
    if (!String(incoming.headers['x-amz-target']).endsWith('.SendMessage')) return
    const { MessageBody, MessageDeduplicationId, DelaySeconds = 0 } = JSON.parse(body.toString())
    const message = JobMessage.safeParse(JSON.parse(MessageBody))
    if (message.success) {
      sent.push(message.data)
      delay = DelaySeconds
    }
    const command = OutboundCommand.safeParse(JSON.parse(MessageBody))
    if (command.success) commands.set(MessageDeduplicationId, command.data)
  }

  const env: Record<string, string> = {}
  const servers = await Promise.all(
    SERVICES.map(async service => {
      const name = `AWS_ENDPOINT_URL_${service}`
      const target = new URL(process.env[name]!)
      const server = createServer(async (incoming, answer) => {
        const chunks: Buffer[] = []
        try {
          for await (const chunk of incoming) chunks.push(chunk as Buffer)
        } catch {
          // Killed while it spoke.
          return
        }
        if (breaks && incoming.headers['x-amz-content-sha256'] === 'UNSIGNED-PAYLOAD') {
          breaks = false
          return incoming.socket.destroy()
        }
        if (isRefused && String(incoming.headers['x-amz-target']).endsWith('.SendMessage')) {
          const { MessageBody } = JSON.parse(Buffer.concat(chunks).toString())
          // As it refuses whom it does not know, which nobody tries again.
          if (isRefused(JSON.parse(MessageBody))) {
            answer.writeHead(400, { 'content-type': 'application/x-amz-json-1.0' })
            return answer.end(
              JSON.stringify({ __type: 'com.amazonaws.sqs#AccessDenied', message: 'refused by a test' }),
            )
          }
        }
        calls++
        const counts =
          counted === CHANGES ? isChange(incoming) : String(incoming.headers['x-amz-target']).endsWith(counted)
        const turn = counts && left > 0 && --left === 0
        const how = await pass('before', turn)
        // Of a process that was killed meanwhile nothing more takes effect.
        if (how === 'dropped' || incoming.socket.destroyed) return incoming.socket.destroy()
        await forward(target, { incoming, body: Buffer.concat(chunks), answer }, turn).catch(() => answer.destroy())
      })
      await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
      const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      env[name] = origin
      if (service === 'SQS')
        for (const name of ['JOBS_QUEUE_URL', 'OUTBOUND_QUEUE_URLS'])
          env[name] = process.env[name]!.replaceAll(new URL(process.env.JOBS_QUEUE_URL!).origin, origin)
      return server
    }),
  )
  Object.assign(process.env, env)

  return {
    stopAt(nth, at, stopped = () => {}, operation = '') {
      left = nth
      calls = 0
      counted = operation && operation !== CHANGES ? `.${operation}` : operation
      moment = at
      notify = stopped
    },
    calls: () => calls,
    isStopped: () => release !== undefined,
    goOn(how) {
      left = 0
      release?.(how)
      release = undefined
    },
    refuseSends(which) {
      isRefused = which
    },
    breakStream() {
      breaks = true
    },
    sent: () => sent.splice(0),
    delaySeconds: () => delay,
    commands,
    env,
    async close() {
      for (const server of servers) {
        server.closeAllConnections()
        await new Promise(resolve => server.close(resolve))
      }
    },
  }
}
