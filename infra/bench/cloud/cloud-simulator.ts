import { ask } from '../load.ts'

export type SimulatedNumber = { phoneNumberId: string; businessAccountId: string; accessToken: string }
/** Message as a customer's phone has it. */
export type SimulatedMessage = { fromCustomer: boolean; text: string; callbackData: string | null; at: string }

/** Calls of the Cloud API's simulator. */
export const cloudSimulator = (simUrl: string) => {
  const call = <T>(method: string, path: string, body?: object) =>
    ask<T>(simUrl, { method, path: `/sim/cloud${path}`, ...(body ? { body } : {}) })
  return {
    makeNumber: (phone: string, limits: object = {}) =>
      call<SimulatedNumber>('POST', '/numbers', { phone, name: 'Loja', tier: 'TIER_UNLIMITED', limits }),
    write: (phoneNumberId: string, from: string, text: string) =>
      call('POST', `/${phoneNumberId}/messages`, { from, name: `Cliente ${from.slice(-4)}`, text }),
    /** Returns what the business sent over a number. */
    sent: async (phoneNumberId: string) =>
      (await call<SimulatedMessage[]>('GET', `/${phoneNumberId}/messages?failed=true`)).filter(
        ({ fromCustomer }) => !fromCustomer,
      ),
    loseAnswers: (every: number) => call('POST', '/faults', { kind: 'timeout-after-accept', every, count: 10_000 }),
    settled: () => call('POST', '/settled'),
  }
}
