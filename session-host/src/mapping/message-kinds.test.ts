import { readFileSync } from 'node:fs'
import { proto } from '@whiskeysockets/baileys'
import { describe, expect, it } from 'vitest'
import { describeMessage } from './describe-message.ts'
import { MESSAGE_KINDS, unwrapMessage } from './message-kinds.ts'

/** The generated class has every field of the schema on its prototype, beside methods. */
const prototype = proto.Message.prototype as unknown as Record<string, unknown>
const fields = Object.keys(prototype).filter(name => typeof prototype[name] !== 'function')
const wire = (json: object) => proto.Message.decode(proto.Message.encode(proto.Message.fromObject(json)).finish())

/** Returns the table of the document, in the order of the schema. */
const kindsTable = (): string =>
  [
    '| field of `proto.Message` | becomes | how |',
    '|---|---|---|',
    ...Object.entries(MESSAGE_KINDS).map(([kind, { fate, as }]) => `| \`${kind}\` | ${fate} | ${as} |`),
  ].join('\n')

describe('the kinds of messages', () => {
  it('has a row for every field of the schema of Baileys, and no other', () => {
    expect(fields.length).toBeGreaterThan(90)
    expect(Object.keys(MESSAGE_KINDS).toSorted()).toEqual(fields.toSorted())
  })

  it('is what the documents say', () => {
    const page = readFileSync(new URL('../../docs/message-kinds.md', import.meta.url), 'utf8')
    expect(page).toContain(kindsTable())
  })

  it.each(fields)('%s, empty, is treated as its row says', field => {
    const { fate } = MESSAGE_KINDS[field as keyof proto.IMessage]
    const described = describeMessage(wire({ [field]: field === 'conversation' ? 'oi' : {} }))
    if (fate === 'shown') expect(described).not.toBeNull()
    else expect(described).toBeNull()
  })

  it.each(fields.filter(field => MESSAGE_KINDS[field as keyof proto.IMessage].fate === 'unwrapped'))(
    '%s shows what it wraps',
    field =>
      expect(describeMessage(wire({ [field]: { message: { conversation: 'oi' } } }))).toEqual({
        kind: 'text',
        body: 'oi',
      }),
  )

  it('gives up on wrappers without end', () => {
    let message: proto.IMessage = { conversation: 'oi' }
    for (let depth = 0; depth < 500; depth++) message = { ephemeralMessage: { message } }
    expect(unwrapMessage(message)).toBeUndefined()
    expect(describeMessage(message)).toBeNull()
  })
})
