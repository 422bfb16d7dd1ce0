import type { Page } from 'playwright-core'
import { callSimulator } from './simulator.ts'

type Window = {
  subscribeAtDouble: (key: string) => Promise<{ endpoint: string; keys: object }>
  shown: { title: string; body: string; tag: string; click: () => void }[]
  hide: (hidden: boolean) => void
  /** Frequency of each tone that was started, Hz. */
  tones: number[]
}

type Arrived = { id: string; text: string | null }

/**
 * Replaces, from the page's next load on, what a headless browser cannot show: notifications,
 * tones, page visibility, and the push service, which cannot be reached (the simulator's is used
 * instead).
 */
export async function standInForNotices(page: Page, simUrl: string) {
  let subscription = ''
  await page.exposeFunction('subscribeAtDouble', async (applicationServerKey: string) => {
    type Made = { id: string; endpoint: string; keys: object }
    const made = await callSimulator<Made>(simUrl, 'POST', '/push/subscriptions', { applicationServerKey })
    subscription = made.id
    return made
  })
  await page.addInitScript(() => {
    const page = window as unknown as Window
    page.shown = []
    page.tones = []
    const allowed = 'e2e.notifications'
    class Shown extends EventTarget {
      static get permission() {
        return sessionStorage.getItem(allowed) ?? 'default'
      }
      static async requestPermission() {
        sessionStorage.setItem(allowed, 'granted')
        return 'granted'
      }
      onclick: (() => void) | null = null
      constructor(title: string, { body = '', tag = '' }: NotificationOptions = {}) {
        super()
        page.shown.push({ title, body, tag, click: () => this.onclick?.() })
      }
      close() {}
    }
    Object.defineProperty(window, 'Notification', { value: Shown })
    const { createOscillator } = BaseAudioContext.prototype
    BaseAudioContext.prototype.createOscillator = function () {
      const tone = createOscillator.call(this)
      const set = tone.frequency.setValueAtTime.bind(tone.frequency)
      tone.frequency.setValueAtTime = (hz, at) => {
        page.tones.push(hz)
        return set(hz, at)
      }
      return tone
    }
    let hidden = false
    Object.defineProperty(document, 'visibilityState', { get: () => (hidden ? 'hidden' : 'visible') })
    page.hide = value => {
      hidden = value
      document.dispatchEvent(new Event('visibilitychange'))
    }
    let made: object | null = null
    const pushManager = {
      getSubscription: async () => made,
      subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array<ArrayBuffer> }) => {
        const key = btoa(String.fromCharCode(...applicationServerKey))
          .replaceAll('+', '-')
          .replaceAll('/', '_')
          .replaceAll('=', '')
        const { endpoint, keys } = await page.subscribeAtDouble(key)
        made = {
          options: { applicationServerKey: applicationServerKey.buffer },
          toJSON: () => ({ endpoint, keys }),
          unsubscribe: async () => true,
        }
        return made
      },
    }
    ServiceWorkerContainer.prototype.getRegistration = async () =>
      ({ pushManager }) as unknown as ServiceWorkerRegistration
  })
  return {
    hide: (hidden: boolean) => page.evaluate(value => (window as unknown as Window).hide(value), hidden),
    shown: () =>
      page.evaluate(() => (window as unknown as Window).shown.map(({ title, body, tag }) => ({ title, body, tag }))),
    clickFirst: () => page.evaluate(() => (window as unknown as Window).shown[0]!.click()),
    tones: () => page.evaluate(() => (window as unknown as Window).tones),
    /** Returns the pushes sent to this browser's subscription. */
    async arrived(): Promise<{ title: string; body: string; url: string }[]> {
      const { arrived } = await callSimulator<{ arrived: Arrived[] }>(simUrl, 'GET', '/push')
      return arrived.filter(({ id }) => id === subscription).map(({ text }) => JSON.parse(text ?? 'null'))
    },
  }
}
