import { area, route } from '@balcao/shared/api-contract/route.ts'
import { AppError } from '@balcao/shared/errors.ts'
import { expectLogged } from '@balcao/shared/test/output.ts'
import type { APIGatewayProxyEvent } from 'aws-lambda'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { send } from '../../test/harness.ts'
import { areaHandler } from './area-handler.ts'

const things = {
  get: route({
    method: 'GET',
    path: '/things/{id}',
    summary: '',
    access: 'public',
    params: z.object({ id: z.string() }),
    query: z.object({ limit: z.coerce.number().default(20) }),
    response: z.object({ id: z.string(), limit: z.number() }),
  }),
  fail: route({
    method: 'DELETE',
    path: '/things/{how}',
    summary: '',
    access: 'public',
    params: z.object({ how: z.string() }),
  }),
  upload: route({
    method: 'POST',
    path: '/things',
    summary: '',
    access: 'public',
    body: z.object({
      body: z.string().default(''),
      more: z.preprocess(value => (typeof value === 'string' ? JSON.parse(value) : value), z.unknown()).optional(),
    }),
    response: z.object({ body: z.string(), files: z.array(z.string()) }),
    status: 201,
    multipart: { field: 'medias', maxFiles: 2, maxSize: 1000 },
  }),
  plain: route({
    method: 'POST',
    path: '/plain',
    summary: '',
    access: 'public',
    body: z.object({ body: z.string() }),
  }),
}

const handler = areaHandler(area('content', { things }), {
  things: {
    get: async (ctx, { params, query }) => {
      ctx.setCookie('a=1')
      ctx.setCookie('b=2')
      return { id: params.id, limit: query.limit, passwordHash: 'secret' }
    },
    fail: async (ctx, { params }) => {
      ctx.setCookie('c=3')
      if (params.how === 'known')
        throw new AppError('ERR_CONFLICT', { details: [{ path: 'a', code: 'ERR_CONFLICT' }], data: { holder: 'Ana' } })
      if (params.how === 'wait') throw new AppError('ERR_TOO_MANY_REQUESTS', { data: { retryAfter: 42 } })
      throw new Error('the password is hunter2')
    },
    upload: async (_, { body, files }) => ({
      ...body,
      files: files.map(
        file => `${file.fileName}|${file.mimetype}|${Buffer.from(file.bytes).toString('hex').slice(0, 8)}`,
      ),
    }),
    plain: async () => undefined,
  },
})

async function request(method: string, path: string, more: Partial<APIGatewayProxyEvent> = {}) {
  const result = await handler({
    httpMethod: method,
    path,
    headers: {},
    queryStringParameters: null,
    body: null,
    isBase64Encoded: false,
    requestContext: { requestId: 'request-1', identity: { sourceIp: '127.0.0.1' } },
    ...more,
  } as APIGatewayProxyEvent)
  return { ...result, body: result.body ? JSON.parse(result.body) : undefined }
}

const JSON_TYPE = { headers: { 'content-type': 'application/json' } }

type Part = { name: string; fileName?: string; type?: string; bytes: Buffer | string }

function form(parts: Part[]): Partial<APIGatewayProxyEvent> {
  const chunks = parts.flatMap(({ name, fileName, type, bytes }) => [
    Buffer.from(
      `--xx\r\ncontent-disposition: form-data; name="${name}"${fileName ? `; filename="${fileName}"` : ''}\r\n` +
        `${type ? `content-type: ${type}\r\n` : ''}\r\n`,
    ),
    Buffer.from(bytes),
    Buffer.from('\r\n'),
  ])
  return {
    headers: { 'Content-Type': 'multipart/form-data; boundary=xx' },
    body: Buffer.concat([...chunks, Buffer.from('--xx--\r\n')]).toString('base64'),
    isBase64Encoded: true,
  }
}

describe('areaHandler', () => {
  it('parses what comes and strips what must not leave', async () => {
    const answer = await request('GET', '/things/a%20b', { queryStringParameters: { limit: '5', other: 'x' } })
    expect([answer.statusCode, answer.body]).toEqual([200, { id: 'a b', limit: 5 }])
    expect(answer.multiValueHeaders).toEqual({ 'set-cookie': ['a=1', 'b=2'] })
    expect((await request('GET', '/things/x/')).body.limit).toBe(20)
  })

  it('tells a wrong query, a wrong method and a wrong path apart', async () => {
    const wrong = await request('GET', '/things/a', { queryStringParameters: { limit: 'many' } })
    expect([wrong.statusCode, wrong.body.error, wrong.body.details[0].path]).toEqual([400, 'ERR_VALIDATION', 'limit'])
    expect((await request('PUT', '/things/a')).statusCode).toBe(405)
    expect((await request('GET', '/nothing')).statusCode).toBe(404)
  })

  it('answers what an operation throws, and nothing of what went wrong inside', async () => {
    const known = await request('DELETE', '/things/known')
    expect([known.statusCode, known.body]).toEqual([
      409,
      { error: 'ERR_CONFLICT', details: [{ path: 'a', code: 'ERR_CONFLICT', message: 'ERR_CONFLICT' }], holder: 'Ana' },
    ])
    const wait = await request('DELETE', '/things/wait')
    expect([wait.statusCode, wait.headers?.['retry-after']]).toEqual([429, '42'])
    const unknown = await request('DELETE', '/things/unknown')
    expect([unknown.statusCode, unknown.body]).toEqual([500, { error: 'ERR_INTERNAL', requestId: 'request-1' }])
    expectLogged('"route":"things.fail"', 1)
  })

  it('carries the same headers with an error as with an answer, none of them twice', async () => {
    const [found, refused] = [await request('GET', '/things/x'), await request('DELETE', '/things/known')]
    expect(refused.headers).toEqual(found.headers)
    const names = Object.keys(refused.headers!).map(name => name.toLowerCase())
    expect(names).toEqual([...new Set(names)])
  })

  it('keeps the cookies of a refusal, and none of what went wrong inside', async () => {
    const refused = await request('DELETE', '/things/known')
    expect(refused.multiValueHeaders).toEqual({ 'set-cookie': ['c=3'] })
    expect(await request('DELETE', '/things/unknown')).not.toHaveProperty('multiValueHeaders')
    expectLogged('"level":"ERROR"', 1)
  })

  it('tells calls at the same time apart, whatever they are called with', async () => {
    const event = (path: string) =>
      ({ httpMethod: 'GET', path, requestContext: { requestId: path, identity: {} } }) as APIGatewayProxyEvent
    const context = {}
    const called = handler as (event: APIGatewayProxyEvent, context: object) => ReturnType<typeof handler>
    const answers = await Promise.all(['a', 'b', 'c'].map(id => called(event(`/things/${id}`), context)))
    expect(answers.map(({ body }) => JSON.parse(body).id)).toEqual(['a', 'b', 'c'])
  })

  it('bears a call without any header', async () => {
    expect((await request('GET', '/things/x', { headers: null as never })).statusCode).toBe(200)
  })

  it('drops a field by the name of the prototype, like any it does not know', async () => {
    const body = '{"body":"x","__proto__":{"body":"y"},"constructor":{"prototype":{}}}'
    const answer = await request('POST', '/things', { ...JSON_TYPE, body })
    expect([answer.statusCode, answer.body]).toEqual([201, { body: 'x', files: [] }])
  })

  it('reads forms, their files byte by byte and their names in any script', async () => {
    const png = Buffer.from('89504e470d0a1a0a', 'hex')
    const answer = await request(
      'POST',
      '/things',
      form([
        { name: 'body', bytes: 'Olá, João' },
        { name: 'medias', fileName: 'não é.png', type: 'image/png', bytes: png },
        { name: 'medias[]', fileName: 'nota.xml', type: 'application/xml', bytes: '<a/>' },
      ]),
    )
    expect([answer.statusCode, answer.body]).toEqual([
      201,
      { body: 'Olá, João', files: ['não é.png|image/png|89504e47', 'nota.xml|application/xml|3c612f3e'] },
    ])
    const json = await request('POST', '/things', { ...JSON_TYPE, body: '{"body":"só texto"}' })
    expect(json.body).toEqual({ body: 'só texto', files: [] })
    expect((await request('POST', '/things')).body).toEqual({ body: '', files: [] })
  })

  it('refuses files that are too large, too many or could run', async () => {
    const file = (fileName: string, type: string, bytes: Buffer | string = 'x'): Part => ({
      name: 'medias',
      fileName,
      type,
      bytes,
    })
    const upload = async (parts: Part[]) => {
      const { statusCode, body } = await request('POST', '/things', form(parts))
      return [statusCode, body.error]
    }
    expect(await upload([file('a.png', 'image/png', Buffer.alloc(1001))])).toEqual([413, 'ERR_UPLOAD_TOO_LARGE'])
    expect(await upload(['a', 'b', 'c'].map(name => file(`${name}.png`, 'image/png')))).toEqual([
      413,
      'ERR_UPLOAD_TOO_LARGE',
    ])
    for (const active of [
      file('a.html', 'text/plain'),
      file('a.SVG', 'image/png'),
      file('a.png', 'image/svg+xml'),
      file('a', 'text/html; charset=utf-8'),
    ])
      expect(await upload([active])).toEqual([415, 'ERR_UPLOAD_TYPE'])
  })

  it('refuses half a surrogate pair wherever it stands', async () => {
    const refused = (path: string) => ({
      statusCode: 400,
      body: {
        error: 'ERR_VALIDATION',
        details: [{ path, code: 'not_well_formed', message: 'O texto não é Unicode válido' }],
      },
    })
    expect(await request('POST', '/plain', { ...JSON_TYPE, body: '{"body":"a\\ud83d"}' })).toMatchObject(
      refused('body'),
    )
    expect(await request('POST', '/plain', { ...JSON_TYPE, body: '{"body":"\\ude42\\ud83d"}' })).toMatchObject(
      refused('body'),
    )
    expect(await request('GET', '/things/a\ud83db')).toMatchObject(refused('id'))
    const nested = (text: string) => JSON.stringify({ body: '', more: { list: [{ [text]: 1 }, [[[text]]]] } })
    expect(await request('POST', '/things', { ...JSON_TYPE, body: nested('\ud83d') })).toMatchObject({
      statusCode: 400,
    })
    // A field of a form that is JSON of its own.
    const json = form([{ name: 'more', bytes: '["\\ud83d"]' }])
    expect(await request('POST', '/things', json)).toMatchObject({ statusCode: 400, body: { error: 'ERR_VALIDATION' } })
    expect((await request('POST', '/things', { ...JSON_TYPE, body: nested('🙂\0\u0001\ufffe') })).statusCode).toBe(201)
  })

  it('bears a body nested as deep as one can be', async () => {
    const deep = `{"more":${'['.repeat(400_000)}"\\ud83d"${']'.repeat(400_000)}}`
    expect((await request('POST', '/things', { ...JSON_TYPE, body: deep })).statusCode).toBe(400)
  })

  it('refuses bodies that cannot be read', async () => {
    const malformed = { statusCode: 400, body: { error: 'ERR_MALFORMED_BODY' } }
    const broken = { headers: { 'content-type': 'multipart/form-data' }, body: 'eA==', isBase64Encoded: true }
    expect(await request('POST', '/things', broken)).toMatchObject(malformed)
    const cut = form([{ name: 'medias', fileName: 'a.png', type: 'image/png', bytes: 'x' }])
    const half = Buffer.from(cut.body!, 'base64').subarray(0, 60).toString('base64')
    expect(await request('POST', '/things', { ...cut, body: half })).toMatchObject(malformed)
    // A form where the contract knows none.
    expect(await request('POST', '/plain', form([{ name: 'body', bytes: 'x' }]))).toMatchObject(malformed)
    expect(await request('POST', '/plain', { ...JSON_TYPE, body: '{"body":' })).toMatchObject(malformed)
    const encoded = { ...JSON_TYPE, body: Buffer.from('{"body":"x"}').toString('base64'), isBase64Encoded: true }
    expect((await request('POST', '/plain', encoded)).statusCode).toBe(204)
  })
})

describe('the type of a body', () => {
  const body = '{"body":"x"}'
  const statusOf = async (type: string | undefined, text: string | null = body) => {
    const answer = await request('POST', '/plain', {
      headers: type === undefined ? {} : { 'Content-Type': type },
      body: text,
    })
    return [answer.statusCode, answer.body?.error]
  }

  it.each([
    'application/json',
    'Application/JSON',
    'application/json; charset=utf-8',
    'application/json ;charset="UTF-8"',
  ])('is JSON by the name of JSON: %s', async type => {
    expect(await statusOf(type)).toEqual([204, undefined])
  })

  // The first three are what a page of another site may send without being asked first.
  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    undefined,
    '',
    'application/jsonp',
    'application/vnd.api+json',
    'text/json',
    'text/plain; application/json',
    'text/plain, application/json',
  ])('is refused by any other name: %o', async type => {
    expect(await statusOf(type)).toEqual([415, 'ERR_NOT_JSON'])
  })

  it('does not matter where there is none', async () => {
    expect(await statusOf('text/plain', '')).toEqual([400, 'ERR_VALIDATION'])
    expect(
      (await request('POST', '/things', { headers: { 'content-type': 'text/plain' }, body: ' ' })).statusCode,
    ).toBe(201)
  })
})

describe('a sign-in call from a page', () => {
  const statusOf = async (site: string | undefined) => {
    const headers = { 'content-type': 'application/json', ...(site === undefined ? {} : { 'sec-fetch-site': site }) }
    const text = JSON.stringify({ email: `${crypto.randomUUID()}@example.com`, password: 'nope' })
    const signIn = await send('POST', '/auth/login', { headers, text, sourceIp: crypto.randomUUID() })
    const refresh = await send('POST', '/auth/refresh_token', { headers })
    return [signIn.status, signIn.error, refresh.status, refresh.error]
  }

  it.each(['cross-site', 'same-site', 'CROSS-SITE', 'something new'])(
    'of another origin is refused: %s',
    async site => {
      expect(await statusOf(site)).toEqual([403, 'ERR_CROSS_SITE', 403, 'ERR_CROSS_SITE'])
    },
  )

  it.each(['same-origin', 'none', undefined])('of ours, or of no page, is not: %s', async site => {
    expect(await statusOf(site)).toEqual([401, 'ERR_INVALID_CREDENTIALS', 401, 'ERR_UNAUTHORIZED'])
  })

  it.each([
    ['https://balcao.example', 'api.aws.example', 'balcao.example'],
    ['http://127.0.0.1:3000', '127.0.0.1:3000', undefined],
  ])('by a browser that sends Origin alone is taken from ours: %s', async (origin, host, viewerHost) => {
    const headers = { origin, host, ...(viewerHost && { 'x-balcao-host': viewerHost }) }
    expect((await send('POST', '/auth/refresh_token', { headers })).error).toBe('ERR_UNAUTHORIZED')
  })

  it.each(['https://evil.example', 'http://127.0.0.1:3001', 'null', 'https://balcao.example.evil.example', ''])(
    'by a browser that sends Origin alone is refused from another: %s',
    async origin => {
      const headers = { origin, host: '127.0.0.1:3000', 'x-balcao-host': 'balcao.example' }
      const text = '{"email":"a@example.com","password":"nope"}'
      const json = { ...headers, 'content-type': 'application/json' }
      expect((await send('POST', '/auth/refresh_token', { headers })).error).toBe('ERR_CROSS_SITE')
      expect((await send('POST', '/auth/login', { headers: json, text })).error).toBe('ERR_CROSS_SITE')
      expect((await send('DELETE', '/auth/logout', { headers })).error).toBe('ERR_CROSS_SITE')
    },
  )

  it('leaves the other calls, which carry a token, to whoever has one', async () => {
    expect((await send('GET', '/version', { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(200)
  })
})

describe('an unknown path, which the gateway leads to the default area', () => {
  it.each(['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS'])('is not found by %s', async method => {
    const answer = await request(method, '/nothing/at/all', {
      resource: '/{proxy+}',
      headers: { origin: 'https://a.b' },
    })
    expect([answer.statusCode, answer.body]).toEqual([404, { error: 'ERR_NOT_FOUND' }])
    expect(Object.keys(answer.headers ?? {}).filter(name => /^access-control/i.test(name))).toEqual([])
  })
})

describe('a call that the gateway knows by name', () => {
  it('asks for it on the path the gateway counts', async () => {
    expect(await send('POST', '/messages/send', { text: '{}' })).toMatchObject({
      status: 401,
      error: 'ERR_UNAUTHORIZED',
    })
  })

  it('is not there on a spelling that passes by the function for it', async () => {
    for (const path of ['/auth//login', '/auth/login/']) {
      const aside = await send('POST', path, { resource: '/auth/{proxy+}', text: '{}' })
      expect([path, aside.status, aside.error]).toEqual([path, 404, 'ERR_NOT_FOUND'])
    }
  })

  it('is not there on a spelling that passes by the usage plan', async () => {
    const aside = await send('POST', '/messages//send', { resource: '/messages/{proxy+}', text: '{}' })
    expect(aside).toMatchObject({ status: 404, error: 'ERR_NOT_FOUND' })
  })
})
