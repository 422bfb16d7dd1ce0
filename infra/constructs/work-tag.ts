/** Tag of a function that nobody waits for at a screen or a phone, and its value. */
export const WORK_TAG = { key: 'balcao:work', background: 'background' } as const
