/**
 * Message of the service worker to the open pages: the browser has a new web push subscription,
 * which the server does not know yet.
 */
export const PUSH_CHANGED = 'balcao.push-changed'
