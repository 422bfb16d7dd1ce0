import { route } from '../../api-contract/route.ts'
import { KeptPreferences, PREFERENCES_BYTES } from '../../entities/preferences.ts'
import { codeMessage } from '../../validation/field-message.ts'

const common = { access: 'user', path: '/auth/me/preferences' } as const

/** Preferences of the signed-in user; a change is published to their other tabs. */
export const preferences = {
  get: route({ ...common, method: 'GET', summary: 'Preferences of the signed-in user', response: KeptPreferences }),
  save: route({
    ...common,
    method: 'PUT',
    summary: 'Put the preferences in the place of the version that was read (0: of none)',
    body: KeptPreferences.refine(kept => JSON.stringify(kept).length <= PREFERENCES_BYTES, {
      error: codeMessage('too_long'),
      params: { maximum: PREFERENCES_BYTES },
    }),
    response: KeptPreferences,
    errors: ['ERR_CONFLICT', 'ERR_NO_PERMISSION'],
  }),
}
