/** Said by the service worker to the open pages: the browser has another subscription to web push, which the server does not know. */
export const PUSH_CHANGED = 'balcao.push-changed'
