import { expect, it } from 'vitest'
import { MessageOrigin } from '../entities/message.ts'
import { speakerOf } from './message-speaker.ts'

it('tells what is automatic from what people say', () => {
  const speakers = Object.fromEntries(MessageOrigin.options.map(origin => [origin, speakerOf({ origin })]))
  expect(speakers).toEqual({
    contact: 'customer',
    attendant: 'person',
    handset: 'person',
    bot: 'automatic',
    machine: 'automatic',
    campaign: 'automatic',
    api: 'automatic',
  })
  expect(speakerOf({ origin: 'attendant', scheduleId: 'a schedule' })).toBe('automatic')
  expect(speakerOf({ origin: 'attendant', scheduleId: null })).toBe('person')
})
