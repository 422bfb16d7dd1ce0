import { bareMimetype } from '@balcao/shared/media.ts'
import { CUT, pictureSize } from '../../areas/picture-size.ts'
import { pictureType } from '../../areas/picture-type.ts'
import { config } from '../../config.ts'
import type { CallOptions } from '../outgoing/call-external-url.ts'
import { followRedirects, PAGE_TYPES } from '../outgoing/follow-redirects.ts'
import { readPage } from './read-page.ts'

/** Content of a link's card; an empty title means that the address shows nothing. */
export type FetchedPreview = {
  title: string
  description: string
  picture: { bytes: Buffer; mimetype: string } | null
}

/** Time for the page with its redirects, and for its picture. */
const PAGE_MS = 6000
const PICTURE_MS = 5000
/** Beginning of a page that is read: its head, even of pages with much script in it. */
const PAGE_BYTES = 512_000
const PICTURE_BYTES = 1_000_000
/** Maximum pixels of a picture: decoded, these take 48 MB in a browser. */
const PICTURE_PIXELS = 12_000_000

/** Says honestly who asks, and nothing about who reads: no cookie, no address of ours. */
const USER_AGENT = 'Balcao-LinkPreview/1.0'
const LANGUAGES = 'pt-BR, pt;q=0.9, *;q=0.5'

const headersFor = (accept: string) => ({ accept, 'user-agent': USER_AGENT, 'accept-language': LANGUAGES })

/** Options of the calls, as tests set them. */
export type FetchOptions = Pick<CallOptions, 'privateHosts' | 'plain' | 'resolve' | 'timeoutMs'>

/** Keeps links, which strangers write, from hosts that the operator lists; not from simulators. */
const outside = (): Pick<CallOptions, 'privateHosts'> => (config().STAGE === 'local' ? {} : { privateHosts: [] })

/**
 * Fetches what a page shows of itself, with its picture. An address that cannot be called, or shows
 * nothing, has an empty title; a picture that cannot be shown is left out.
 */
export async function fetchPreview(url: string, given: FetchOptions = {}): Promise<FetchedPreview> {
  const options = { ...outside(), ...given }
  const page = await followRedirects(url, headersFor(PAGE_TYPES.join(',')), {
    timeoutMs: PAGE_MS,
    ...options,
    maxBytes: PAGE_BYTES,
    cut: true,
  })
  const type = page?.headers['content-type'] ?? ''
  if (!page || !PAGE_TYPES.includes(bareMimetype(type))) return { title: '', description: '', picture: null }
  const { title, description, picture } = readPage(page.body, type)
  const shown = title && picture ? await fetchPicture(picture, page.url, options) : null
  return { title, description, picture: shown }
}

async function fetchPicture(address: string, base: string, options: FetchOptions): Promise<FetchedPreview['picture']> {
  if (!URL.canParse(address, base)) return null
  const found = await followRedirects(new URL(address, base).href, headersFor('image/jpeg,image/png,image/webp'), {
    timeoutMs: PICTURE_MS,
    ...options,
    maxBytes: PICTURE_BYTES,
  })
  // Its bytes decide about its type, whatever its server says.
  const type = found && pictureType(found.body)
  const size = found && pictureSize(found.body)
  if (!type || !size || size === CUT || size.width * size.height > PICTURE_PIXELS) return null
  return { bytes: found.body, mimetype: type.mimetype }
}
