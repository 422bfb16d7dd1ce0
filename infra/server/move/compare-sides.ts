import { createHash } from 'node:crypto'
import { GetObjectCommand } from '@aws-sdk/client-s3'
import { inParts } from '@balcao/functions/in-parts.ts'
import { Refusal } from '../../local/refusal.ts'
import { listObjects, tallyObjects } from './copy-objects.ts'
import { tallyRows } from './copy-rows.ts'
import type { End } from './end.ts'
import type { Progress } from './progress.ts'
import { countLines, differences } from './tally.ts'

/** Number of objects whose bytes are compared. */
const SAMPLE = 50
const PARALLEL = 4

/**
 * Compares what was copied with what the target has: all rows by their digests, all objects by key
 * and size, some objects by their bytes. Nothing of the moved companies may be at work yet.
 * @returns a line for each kind of rows and files with the counts on both sides, and the number of
 * objects whose bytes were compared
 * @throws with a line for each difference
 */
export async function compareSides(
  source: End,
  target: End,
  { rows, objects, began }: Pick<Progress, 'rows' | 'objects' | 'began'>,
): Promise<{ counts: string[]; sampled: number }> {
  const rowsThere = await tallyRows(target, { rows, began })
  const objectsThere = await tallyObjects(target, rows.companies)
  const found = [
    ...differences(rows.tally, rowsThere).map(line => `rows of ${line}`),
    ...differences(objects.tally, objectsThere).map(line => `objects of ${line}`),
  ]
  if (found.length > 0) throw new Refusal(`the two sides differ:\n${found.join('\n')}`)
  const keys = await sampleKeys(source)
  await inParts(keys, PARALLEL, async key => {
    const [here, there] = await Promise.all([digestOfObject(source, key), digestOfObject(target, key)])
    if (here !== there) throw new Refusal(`the two sides differ:\nobject ${key}: not the same bytes`)
  })
  const counts = [...countLines(rows.tally, rowsThere), ...countLines(objects.tally, objectsThere)]
  return { counts, sampled: keys.length }
}

/** Returns the keys of random objects, each as likely as another. */
async function sampleKeys(end: End): Promise<string[]> {
  const sample: string[] = []
  let seen = 0
  for await (const page of listObjects(end, ''))
    for (const { key } of page) {
      seen++
      if (sample.length < SAMPLE) sample.push(key)
      else {
        const place = Math.floor(Math.random() * seen)
        if (place < SAMPLE) sample[place] = key
      }
    }
  return sample
}

async function digestOfObject(end: End, key: string): Promise<string> {
  const { Body } = await end.s3.send(new GetObjectCommand({ Bucket: end.bucket, Key: key }))
  const hash = createHash('sha256')
  for await (const chunk of Body as AsyncIterable<Uint8Array>) hash.update(chunk)
  return hash.digest('hex')
}
