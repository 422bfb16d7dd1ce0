import { Agent, request } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

export type Bystander = {
  /** Milliseconds of each call, new connections included. */
  times: number[]
  /** Calls that were not answered as before. */
  wrong: string[]
  stop: () => Promise<void>
}

export type PlainCall = { path: string; token?: string }

/**
 * Makes plain calls one after the other, like a browser beside the attack; every fifth on a new
 * connection.
 */
export async function startBystander(url: string, calls: readonly PlainCall[], pauseMs = 20): Promise<Bystander> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ask = async ({ path, token }: PlainCall, isNew: boolean): Promise<string> => {
    const headers = token ? { authorization: `Bearer ${token}` } : {}
    const asked = request(url + path, { headers, agent: isNew ? false : agent })
    const answer = await new Promise<string>((resolve, reject) => {
      asked.once('error', reject)
      asked.once('response', response => {
        readText(response).then(body => resolve(`${response.statusCode} ${body}`), reject)
      })
      asked.end()
    })
    return answer
  }
  const right = new Map<PlainCall, string>()
  for (const call of calls) right.set(call, await ask(call, true))
  const [times, wrong]: [number[], string[]] = [[], []]
  let isOver = false
  const work = (async () => {
    for (let i = 0; !isOver; i++) {
      const call = calls[i % calls.length]!
      const began = performance.now()
      const answer = await ask(call, i % 5 === 0).catch(error => String(error))
      times.push(performance.now() - began)
      if (answer !== right.get(call)) wrong.push(`${call.path}: ${answer.slice(0, 200)}`)
      await sleep(pauseMs)
    }
  })()
  return {
    times,
    wrong,
    async stop() {
      isOver = true
      await work
      agent.destroy()
    },
  }
}
