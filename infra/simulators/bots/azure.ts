/**
 * Azure Speech's `POST /cognitiveservices/v1`; README.md beside this file lists what is covered.
 * The path of its address holds the region.
 */

import { oggSilence } from './ogg-silence.ts'
import type { SimulatedBot, SimulatedCall } from './simulated-bot.ts'

const CALL = /^\/[a-z0-9]+\/cognitiveservices\/v1$/

const isKey = ({ request }: SimulatedCall): boolean =>
  /^[A-Za-z0-9]{32,84}$/.test(String(request.headers['ocp-apim-subscription-key']))
/** Characters a second of speech. */
const PER_SECOND = 15

export const azure: SimulatedBot = {
  name: 'azure',
  title: 'Azure Speech',
  isAside: call => !isKey(call) || !CALL.test(call.path) || call.method !== 'POST',
  answer(call, reply) {
    const { request, body, path, method } = call
    if (!CALL.test(path) || method !== 'POST') return { status: 404, body: { error: 'Resource not found' } }
    if (!isKey(call)) return { status: 401, body: { error: 'Access denied due to invalid subscription key' } }
    const ssml = body.toString()
    const text = /<speak[^>]*><voice name='[\w-]+'>([^<]*)<\/voice><\/speak>/.exec(ssml)?.[1]
    const isOgg = request.headers['x-microsoft-outputformat'] === 'ogg-24khz-16bit-mono-opus'
    const isSsml = request.headers['content-type']?.startsWith('application/ssml+xml')
    if (text === undefined || !isOgg || !isSsml || !request.headers['user-agent'])
      return { status: 400, body: { error: 'Bad Request' } }
    if (reply !== undefined && typeof reply !== 'string') return { status: 200, body: reply }
    const bytes = oggSilence(Math.max(1, Math.ceil(text.length / PER_SECOND)))
    return { status: 200, body: bytes, headers: { 'content-type': 'audio/ogg; codecs=opus' } }
  },
}
