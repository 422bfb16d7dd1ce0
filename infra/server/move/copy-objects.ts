import { GetObjectCommand, ListObjectsV2Command, PutObjectCommand } from '@aws-sdk/client-s3'
import { inParts } from '@balcao/functions/in-parts.ts'
import type { End } from './end.ts'
import type { Progress } from './progress.ts'
import { addTo, digestOf, type Tally } from './tally.ts'

/** Objects of a listing; the progress is saved after each. */
const PAGE = 200
/** Objects copied at a time. */
const PARALLEL = 6
/** Bytes up to which an object is held whole, so that the SDK can repeat its upload. */
const HELD_BYTES = 8 * 1024 * 1024
const ATTEMPTS = 5

type Listed = { key: string; size: number }

/**
 * Copies all objects in the order of their keys, with their headers, and adds them to the progress,
 * which is saved after each page.
 */
export async function copyObjects(source: End, target: End, progress: Progress, save: () => void): Promise<void> {
  const { objects } = progress
  const companies = new Set(progress.rows.companies)
  for await (const page of listObjects(source, objects.after)) {
    await inParts(page, PARALLEL, ({ key, size }) => copyOne(source, target, key, size))
    for (const each of page) if (belongsTo(companies, each)) addObject(objects.tally, each)
    objects.after = page.at(-1)!.key
    save()
  }
}

/** Counts the objects of a side that belong to some companies, with their bytes. */
export async function tallyObjects(end: End, companies: readonly string[]): Promise<Tally> {
  const tally: Tally = {}
  const known = new Set(companies)
  for await (const page of listObjects(end, ''))
    for (const each of page) if (belongsTo(known, each)) addObject(tally, each)
  return tally
}

/** Returns true if an object is one of some companies; others are left by companies of before. */
const belongsTo = (companies: ReadonlySet<string>, { key }: Listed): boolean =>
  key.split('/').some(part => companies.has(part))

/** Yields all objects behind a key, page by page. */
export async function* listObjects(end: End, after: string): AsyncGenerator<Listed[]> {
  let last = after
  for (;;) {
    const { Contents = [], IsTruncated } = await end.s3.send(
      new ListObjectsV2Command({ Bucket: end.bucket, MaxKeys: PAGE, ...(last ? { StartAfter: last } : {}) }),
    )
    const page = Contents.map(({ Key = '', Size = 0 }) => ({ key: Key, size: Size }))
    if (page.length > 0) yield page
    last = page.at(-1)?.key ?? last
    if (!IsTruncated) return
  }
}

const addObject = (tally: Tally, { key, size }: Listed): void =>
  addTo(tally, kindOf(key), digestOf(`${key} ${size}`), size)

/** Returns the folder that says what an object is: `media`, `public`, `uploads`, … */
function kindOf(key: string): string {
  const [first = '', second = ''] = key.split('/')
  return /^[a-z]+$/.test(first) ? first : second
}

async function copyOne(source: End, target: End, key: string, size: number): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await tryCopy(source, target, key, size)
    } catch (error) {
      if (attempt >= ATTEMPTS) throw error
    }
  }
}

/** Copies one object; a large one is streamed, and the caller begins again when that fails. */
async function tryCopy(source: End, target: End, key: string, size: number): Promise<void> {
  const found = await source.s3.send(new GetObjectCommand({ Bucket: source.bucket, Key: key }))
  await target.s3.send(
    new PutObjectCommand({
      Bucket: target.bucket,
      Key: key,
      Body: size > HELD_BYTES ? found.Body : await found.Body!.transformToByteArray(),
      ContentLength: size,
      ContentType: found.ContentType,
      CacheControl: found.CacheControl,
      ContentDisposition: found.ContentDisposition,
      ContentEncoding: found.ContentEncoding,
      Metadata: found.Metadata,
    }),
  )
}
