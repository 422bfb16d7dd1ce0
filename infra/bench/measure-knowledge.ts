// `npm run bench:knowledge [-- --passages 20000 --documents 20]`: a question to a company's whole
// knowledge, by meaning and by words, in a process that has loaded nothing and in one that has; and
// what that process holds. Table and bucket are a process of their own, as on AWS; the embedding
// of the question is not measured, as it is the service's time.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { KnowledgeRow } from '@balcao/functions/data/automation/knowledge.ts'
import { newId } from '@balcao/shared/ids.ts'
import { testResources } from '../local/resources.ts'
import { startServices } from '../local/start-services.ts'
import { localEnvironment } from './local-environment.ts'
import { heldMemory } from './memory.ts'

const { values } = parseArgs({
  options: {
    passages: { type: 'string', default: '20000' },
    documents: { type: 'string', default: '20' },
    /** Option of the process that searches. */
    company: { type: 'string' },
  },
})
const DIMENSIONS = 512
const ROUNDS = 50
const WORDS = 'entrega troca prazo nota fiscal produto bolo loja bairro cartão pix horário sábado desconto'.split(' ')

const megabytes = (bytes: number) => `${(bytes / 2 ** 20).toFixed(1)} MiB`
const half = (times: number[], share: number) => times.sort((a, b) => a - b)[Math.floor(times.length * share)]!
const shown = (times: number[]) => `${half(times, 0.5).toFixed(1)}/${half(times, 0.95).toFixed(1)} ms (p50/p95)`

/** Returns numbers that are the same in each run, from -1 to 1. */
function* numbers(seed: number): Generator<number, never> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    yield state / 2 ** 31 - 1
  }
}

/** Returns vectors of length 1. */
function vectorsOf(count: number, seed: number): Float32Array {
  const all = new Float32Array(count * DIMENSIONS)
  const random = numbers(seed)
  for (let at = 0; at < all.length; at += DIMENSIONS) {
    for (let i = 0; i < DIMENSIONS; i++) all[at + i] = random.next().value
    const length = Math.hypot(...all.subarray(at, at + DIMENSIONS))
    for (let i = 0; i < DIMENSIONS; i++) all[at + i]! /= length
  }
  return all
}

if (values.company) {
  const {
    indexesOf,
    loadedDocuments,
    vectorsOf: loadVectors,
  } = await import('@balcao/functions/bots/knowledge/loaded-knowledge.ts')
  const { searchByMeaning } = await import('@balcao/functions/bots/knowledge/search-by-meaning.ts')
  const { searchByWords } = await import('@balcao/functions/bots/knowledge/word-index.ts')
  const companyId = values.company
  const question = vectorsOf(1, 7)
  const before = heldMemory()
  const search = {
    meaning: async () => {
      const documents = await loadedDocuments(companyId)
      return searchByMeaning(await loadVectors(companyId, documents), question, 5)
    },
    words: async () => {
      const documents = await loadedDocuments(companyId)
      return searchByWords(await indexesOf(companyId, documents), 'qual o prazo de entrega no sábado 77?', 5)
    },
  }
  for (const [name, find] of Object.entries(search)) {
    const began = performance.now()
    if ((await find()).length === 0) throw new Error('nothing was found')
    const first = performance.now() - began
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const from = performance.now()
      await find()
      times.push(performance.now() - from)
    }
    console.log(`by ${name}: first ${first.toFixed(0)} ms, then ${shown(times)}`)
    console.log(`held after it: ${megabytes(heldMemory() - before)}`)
  }
  process.exit(0)
}

const dir = mkdtempSync(join(tmpdir(), 'balcao-knowledge-'))
try {
  const services = await startServices({ dataDir: dir, resources: testResources('local') })
  Object.assign(process.env, localEnvironment(services))
  // Imported only now: these modules read the environment.
  const { KNOWLEDGE, useWrite } = await import('@balcao/functions/data/automation/knowledge.ts')
  const { createRow, newRow } = await import('@balcao/functions/data/table/small-list.ts')
  const { documentFolder, PART_SIZE, storePassages, storeVectors } = await import(
    '@balcao/functions/bots/knowledge/stored-passages.ts'
  )
  const companyId = newId()
  const documents = Number(values.documents)
  const each = Math.ceil(Number(values.passages) / documents)
  for (let n = 0; n < documents; n++) {
    const generation = newId()
    const row = newRow<KnowledgeRow>({
      ...{ name: `Manual ${n}`, kind: 'text', status: 'ready', error: null, passages: each, bytes: each * 1000 },
      ...{ url: null, folder: '', vectors: { generation, model: 'bench', dimensions: DIMENSIONS } },
    })
    const folder = `${documentFolder(companyId, row.id)}bench/`
    const passages = Array.from({ length: each }, (_, i) => ({
      heading: `Capítulo ${i % 40}`,
      text: Array.from(
        { length: 150 },
        (_, w) => `${WORDS[(i * 7 + w * 3) % WORDS.length]} x${(i * 31 + w) % 900}`,
      ).join(' '),
    }))
    await storePassages(folder, passages)
    const vectors = vectorsOf(each, n + 1)
    for (let part = 0; part * PART_SIZE < each; part++)
      await storeVectors(
        folder,
        generation,
        part,
        vectors.slice(part * PART_SIZE * DIMENSIONS, Math.min(each, (part + 1) * PART_SIZE) * DIMENSIONS),
      )
    await createRow(
      companyId,
      KNOWLEDGE,
      { ...row, folder },
      { writes: [useWrite(companyId, { documents: 1, passages: each })] },
    )
  }
  console.log(`${each * documents} passages in ${documents} documents, ${DIMENSIONS} dimensions`)
  const child = fork(import.meta.filename, ['--company', companyId], {
    execArgv: ['--disable-warning=ExperimentalWarning', '--expose-gc'],
  })
  const [code] = await once(child, 'exit')
  process.exitCode = Number(code)
  await services.close()
} finally {
  rmSync(dir, { recursive: true, force: true })
}
