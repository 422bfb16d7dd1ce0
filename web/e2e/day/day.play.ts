import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { picture, startBrowser } from '../support/browser.ts'
import { standInForNotices } from '../support/notices.ts'
import { alarms, enter, leaveAll, row, SOON } from '../support/serve.ts'
import { closeByApi, readByApi, serveByApi } from './celia.ts'
import { type Day, openDay, sorted, type Talk, talkOf, writeAll } from './company.ts'
import { countTheDay, tableOf } from './count.ts'
import { acceptFirst, answer, openTalk } from './desk.ts'
import {
  comeBack,
  goOnAfterResolving,
  inBulk,
  inLanguage,
  keepFilter,
  passOn,
  rate,
  readAll,
  resolveAndGoOn,
  resolveOne,
  seeSnoozed,
  seeTheDay,
} from './evening.ts'
import { breakAtNoon, byKeys, isTold, lookFor, loseTheHost, talkToNobody } from './midday.ts'
import { acceptByTurns, beginAnother, takeTheNight, tidyUp } from './morning.ts'
import { seenFaults } from './pictures.ts'

// Plays a day of sixty customers and three attendants, two of them in browsers, from the night's
// messages to the evening's count.

let day: Day
let browser: Browser
let ana: Page
let bruno: Page
let notices: Awaited<ReturnType<typeof standInForNotices>>
let livia: Talk
/** Conversations by the attendant who accepted them, in the order in which they waited. */
let hers: Talk[] = []
let his: Talk[] = []
let theirs: Talk[] = []

beforeAll(async () => {
  browser = await startBrowser()
})

/** Takes a picture of each open screen when a part of the day fails. */
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return
  if (ana && !ana.isClosed()) await picture(ana, 'day-failed-ana')
  if (bruno && !bruno.isClosed()) await picture(bruno, 'day-failed-bruno')
})

afterAll(async () => {
  await leaveAll()
  await browser?.close()
})

describe('a day', () => {
  it('has a company with two queues, three attendants and a number', async () => {
    day = await openDay()
    livia = talkOf(day, 'Lívia Rocha')
  })

  it('somebody else begins with a company of their own', () => beginAnother(day, browser))

  it('begins at night: one writes without an end, others early, and the menu sorts them', async () => {
    const waiting = [...(await writeAll(day, 'night')), ...(await writeAll(day, 'morning'))]
    await sorted(day, waiting)
  })

  it('in the morning the longest waiting is taken first, and read from where reading stopped', async () => {
    ana = await enter(browser, day.company, day.company.attendants[0])
    bruno = await enter(browser, day.company, day.company.attendants[1])
    notices = await standInForNotices(bruno, day.company.simUrl)
    await bruno.getByRole('tab', { name: /^Aguardando/ }).click()
    await takeTheNight(day, ana)
    const accepted = await acceptByTurns(day, ana, bruno, 4)
    hers = accepted.ana
    his = accepted.bruno
    theirs = await serveByApi(day, 11)
  })

  it('they answer, note, transfer, pin, put off and keep unread', () => tidyUp(day, ana, bruno, hers))

  it('the session host is killed in the rush of noon', async () => {
    const rush = await loseTheHost(day, ana, livia)
    await sorted(day, rush)
    theirs.push(...(await serveByApi(day, 14)))
  })

  it('one reloads, one is without a network for a while', () => breakAtNoon(day, ana, bruno, livia, his[0]!))

  it('what somebody said is looked for, and messages are handled by keys', async () => {
    await lookFor(ana, livia)
    await byKeys(day, ana, hers[0]!, livia)
  })

  it('a number of nobody is talked to, and who is elsewhere is told', async () => {
    await talkToNobody(day, ana, day.talks.at(-1)!)
    await isTold(day, bruno, his[1]!, notices)
  })

  it('the afternoon comes in, and several are done at once', async () => {
    await sorted(day, await writeAll(day, 'afternoon'))
    for (let n = 0; n < 3; n++) {
      const next = await acceptFirst(ana, day, 'Ana Souza')
      await answer(ana, next, 'Boa tarde! Já separo para você.')
      hers.push(next)
      const other = await acceptFirst(bruno, day, 'Bruno Lima')
      await answer(bruno, other, 'Boa tarde, vou olhar agora.')
      his.push(other)
    }
    theirs.push(...(await serveByApi(day, 15)))
    const queue = await passOn(bruno, ana, his.slice(4))
    await keepFilter(day, ana, queue)
    await inBulk(ana, hers.slice(4))
  })

  it('conversations end, and customers say how it was; some come back', async () => {
    await resolveOne(ana, hers[0]!, 'Ana Souza')
    await goOnAfterResolving(bruno)
    await row(bruno, his[0]!.customer.name).waitFor(SOON)
    await resolveAndGoOn(day, bruno, his[0]!, 'Bruno Lima')
    await resolveAndGoOn(day, bruno, his[2]!, 'Bruno Lima')
    await closeByApi(day, theirs.slice(0, 10))
    await rate(day, hers[0]!, 3)
    await rate(day, his[0]!, 2, true)
    await rate(day, his[2]!, 1)
    for (const [index, talk] of theirs.slice(0, 6).entries()) await rate(day, talk, index % 3 ? 3 : 2)
    await rate(day, hers[4]!, 3)
    await comeBack(day, [his[2]!, ...theirs.slice(4, 6)])
    const again = await acceptFirst(bruno, day, 'Bruno Lima')
    await answer(bruno, again, 'Pode sim, levo a maquininha.')
  })

  it('nothing stays unread, and the day is looked at, in three languages', async () => {
    await readAll(ana)
    await readAll(bruno)
    await readByApi(day)
    await seeSnoozed(ana)
    await ana.goto('/tickets')
    await openTalk(ana, livia)
    const ticketId = new URL(ana.url()).pathname.split('/').at(-1)!
    const admin = await seeTheDay(day, browser)
    for (const language of ['en', 'es'] as const) await inLanguage(admin, ana, language, ticketId)
  })

  it('adds up', async () => {
    await leaveAll()
    const { rows, faults } = await countTheDay(day)
    process.stdout.write(`\n${tableOf(rows)}\n\n${[...faults, ...seenFaults].join('\n')}\n`)
    expect({ faults, seenFaults, alarms }).toEqual({ faults: [], seenFaults: [], alarms: [] })
  })
})
