import { once } from 'node:events'
import { expect, it } from 'vitest'
import { spawnChild, stopProcess } from './child-process.ts'
import { isAlive } from './test/is-alive.ts'

const SLEEP = 'setInterval(() => {}, 1000); console.log(process.pid)'

async function firstLine(child: ReturnType<typeof spawnChild>): Promise<string> {
  const [data] = (await once(child.stdout!, 'data')) as [Buffer]
  return data.toString().trim()
}

it('starts the command itself, with its own pid', async () => {
  const child = spawnChild(process.execPath, ['-e', SLEEP], { output: 'pipe' })
  expect(Number(await firstLine(child))).toBe(child.pid)
  await stopProcess(child)
  expect(child.signalCode).toBe('SIGTERM')
})

it('ends it when its parent is killed', async () => {
  const parent = `
    import { spawnChild } from ${JSON.stringify(new URL('./child-process.ts', import.meta.url).href)}
    spawnChild(process.execPath, ['-e', ${JSON.stringify(SLEEP)}], { output: 'inherit' })`
  const child = spawnChild(process.execPath, ['--input-type=module', '-e', parent], { output: 'pipe' })
  const grandchild = Number(await firstLine(child))
  expect(isAlive(grandchild)).toBe(true)
  child.kill('SIGKILL')
  await expect.poll(() => isAlive(grandchild), { timeout: 5000 }).toBe(false)
})

it('kills what does not want to end', async () => {
  const stubborn = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log(1)"
  const child = spawnChild(process.execPath, ['-e', stubborn], { output: 'pipe' })
  await firstLine(child)
  await stopProcess(child, 'SIGTERM', 200)
  expect(child.signalCode).toBe('SIGKILL')
})
