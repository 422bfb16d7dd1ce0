import { useRouterState } from '@tanstack/react-router'
import { type ScreenPath, screenAt } from './screens.ts'

/** Returns the path of the screen one is at; undefined outside the private screens. */
export const useScreenPath = (): ScreenPath | undefined =>
  useRouterState({ select: ({ matches }) => screenAt(matches.at(-1)?.routeId) })
