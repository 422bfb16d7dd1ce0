// A bystander in a thread of its own, so that the attacker's work is not counted as the product's.
import { parentPort, workerData } from 'node:worker_threads'
import { type PlainCall, startBystander } from './bystander.ts'

const { url, calls } = workerData as { url: string; calls: PlainCall[] }
const bystander = await startBystander(url, calls)
parentPort!.once('message', async () => {
  await bystander.stop()
  parentPort!.postMessage({ times: bystander.times, wrong: bystander.wrong })
})
parentPort!.postMessage('ready')
