import { loadavg } from 'node:os'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { fill } from '../../e2e/pictures/fill.ts'
import type { Scene } from '../../e2e/pictures/scene.ts'
import { startBrowser } from '../../e2e/support/browser.ts'
import { enter, leaveAll } from '../../e2e/support/serve.ts'
import { handOf, type Task } from './hand.ts'

// Plays an attendant's tasks several times each, and prints their steps and the time they took.

const rounds = Number(process.env.TASKS_ROUNDS ?? '5')
const { tasks } = (await import(process.env.TASKS_STEPS ?? './task-steps.ts')) as { tasks: Task[] }
const PATIENCE_MS = 45_000

let browser: Browser
let scene: Scene
let ana: Page
const lines: string[] = []

beforeAll(async () => {
  browser = await startBrowser()
  scene = await fill()
  ana = await enter(browser, scene, scene.people.ana)
  ana.setDefaultTimeout(PATIENCE_MS)
})

afterAll(async () => {
  await leaveAll()
  await browser?.close()
  const load = loadavg().map(each => each.toFixed(1))
  process.stdout.write(
    `\n${new Date().toISOString().slice(0, 16)} UTC, ${rounds} rounds, load average ${load.join(' ')}\n\n`,
  )
  process.stdout.write(`| task | steps | best, median, s |\n|---|---|---|\n${lines.join('\n')}\n`)
})

describe('an attendant', () => {
  it.for(tasks)('$name', async task => {
    const all: { steps: number; seconds: number }[] = []
    for (let number = 0; number < rounds; number++) {
      const round = { number, tickets: scene.tickets }
      await task.begin(ana, round)
      const hand = handOf(ana)
      const started = performance.now()
      await task.play(hand, ana, round)
      all.push({ steps: hand.steps(), seconds: (performance.now() - started) / 1000 })
    }
    const times = all.map(({ seconds }) => seconds).sort((a, b) => a - b)
    const steps = all.map(each => each.steps).sort((a, b) => a - b)
    const middle = Math.floor(rounds / 2)
    lines.push(`| ${task.name} | ${steps[middle]} | ${times[0]!.toFixed(1)}, ${times[middle]!.toFixed(1)} |`)
  })
})
