import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { NODE_ENVIRONMENT } from '@balcao/infra/local/node-environment.ts'
import { newId } from '@balcao/shared/ids.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createWorld, newWhatsappId, until, type World } from './harness.ts'

const path = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const SHOP = '5511900000001'
const NEIGHBOUR = '5511900000002'
const EVE = '5511988887777'
const ANA = '5511977776666'
/**
 * Rounds of work in which no new place was struck, after which all that this work reaches have
 * been.
 */
const QUIET_ROUNDS = 3
const MAX_ROUNDS = 40
/** Parts of a session; rounds go on until all of them have been reached. */
const KINDS = [/^WebSocket message/, /^WebSocketClient CB:message/, /^EventEmitter/, /^TLSSocket/, /^ClientRequest/]
const MIN_TIMERS = 8

type Ids = { companyId: string; connectionId: string }

let world: World
let host: ChildProcess
let output = ''

const timersOf = (places: string[]) => places.filter(place => place.startsWith('set')).length
const isReached = (places: string[]) =>
  KINDS.every(kind => places.some(place => kind.test(place))) && timersOf(places) > MIN_TIMERS
const struck = () => [...output.matchAll(/^struck (.*)$/gm)].map(match => match[1]!)

// Each try has a world and a host of its own: beside the host of the first a second one would find
// its numbers taken.
beforeEach(async () => {
  output = ''
  world = await createWorld()
  world.simulator.addPhone({ number: EVE, name: 'Eve' })
  world.simulator.addPhone({ number: ANA, name: 'Ana' })
})
afterEach(async () => {
  host.kill('SIGKILL')
  await world.close()
})

function startHost(connectionId: string): void {
  const awsPorts = ['DYNAMODB', 'SQS', 'S3'].map(name => new URL(world.env[`AWS_ENDPOINT_URL_${name}`]!).port)
  host = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', '--import', path('./inject-faults.ts'), path('../src/main.ts')],
    {
      env: {
        PATH: process.env.PATH,
        ...NODE_ENVIRONMENT,
        ...world.env,
        LOG_LEVEL: 'error',
        FAULTS_FOR: connectionId,
        FAULTS_NOT_AT: awsPorts.join(','),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  host.stdout!.on('data', chunk => {
    output += chunk
  })
}

/** A text and a picture each way. Resolves when all have arrived, each within `ms`. */
async function talk(ids: Ids, business: string, person: string, ms: number): Promise<void> {
  const phone = world.simulator.phone(person)
  const bytes = randomBytes(20_000)
  const text = await phone.sendText(business, 'oi')
  const picture = await phone.send(business, { type: 'image', media: bytes })
  const key = `${ids.companyId}/media/out-${randomBytes(4).toString('hex')}`
  await world.put(key, bytes, 'image/png')
  const sent = [newWhatsappId(), newWhatsappId()]
  const command = { ...ids, type: 'send' as const, to: { number: person }, queuedAt: Date.now() }
  await world.command({ ...command, whatsappMessageId: sent[0]!, content: { kind: 'text', body: 'olá' } })
  const media = { kind: 'image' as const, mimetype: 'image/png', key }
  await world.command({ ...command, whatsappMessageId: sent[1]!, content: { kind: 'media', body: '', media } })
  for (const id of [text, picture]) {
    await world.expectEvent('message', event => event.whatsappMessageId === id, ms)
  }
  for (const id of sent) await until(() => world.simulator.network.store.findMessage(person, id), ms)
}

it('a throw at each timer, stream and emitter of one connection ends neither the process nor the other connection', async () => {
  const connectionId = newId()
  startHost(connectionId)
  const victim = await world.pair(SHOP, { connectionId }, 60_000)
  const neighbour = await world.pair(NEIGHBOUR)
  const group = world.simulator.createGroup({ subject: 'Turma', owner: EVE, members: [SHOP] })
  await talk(victim, SHOP, EVE, 20_000)
  await talk(neighbour, NEIGHBOUR, ANA, 20_000)

  host.kill('SIGUSR2')
  let quiet = 0
  for (let round = 0; (quiet < QUIET_ROUNDS || !isReached(struck())) && round < MAX_ROUNDS; round++) {
    const before = struck().length
    const suffering = Promise.allSettled([
      talk(victim, SHOP, EVE, 1500),
      world.simulator.phone(EVE).sendText(group, 'oi, turma'),
      world.command({ ...victim, type: 'presence', to: { number: EVE }, presence: 'composing' }),
    ])
    if (round % 3 === 2) world.simulator.fault({ kind: 'drop', number: SHOP })
    // The neighbour is served while that goes on.
    await talk(neighbour, NEIGHBOUR, ANA, 20_000)
    await suffering
    expect(host.exitCode ?? host.signalCode).toBe(null)
    quiet = struck().length === before ? quiet + 1 : 0
  }
  host.kill('SIGUSR2')

  const places = struck()
  for (const kind of KINDS) {
    expect(
      places.some(place => kind.test(place)),
      `${kind} among ${places.join('; ')}`,
    ).toBe(true)
  }
  expect(timersOf(places)).toBeGreaterThan(MIN_TIMERS)
  // And the connection that suffered all this works again.
  await until(
    () =>
      talk(victim, SHOP, EVE, 20_000).then(
        () => true,
        () => false,
      ),
    120_000,
  )
  expect(host.exitCode ?? host.signalCode).toBe(null)
}, 600_000)
