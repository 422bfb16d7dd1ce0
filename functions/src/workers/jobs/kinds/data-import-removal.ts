import { changeDataImport, getDataImport } from '../../../data/imports/data-import.ts'
import { ledgerPage } from '../../../data/imports/imported-row.ts'
import { REMOVAL_ORDER, removedTogether, removeImported } from '../../../imports/remove/remove-imported.ts'
import { newPace } from '../../../imports/write/pace.ts'
import { publishDataImport } from '../../../messaging/publish-data-import.ts'
import type { Work } from '../run-step.ts'

const STEP_MS = 20_000
const PAGE = 200
/** Time (ms) between two checkpoints. */
const CHECKPOINT_MS = 2000

/**
 * Removes what an import wrote and nobody has used since, kind by kind, by the ledger. What
 * is gone is found gone by the next attempt.
 */
export const dataImportRemoval: Work<'dataImportRemoval'> = {
  async step(job, count) {
    const { companyId } = job
    let { state, done } = job
    let row = await getDataImport(companyId, state.importId)
    if (row?.state !== 'removing') return { file: null }
    const until = Date.now() + STEP_MS
    let checkedAt = Date.now()
    const saveProgress = async () => {
      await count(state.removed + state.kept - done, [], state)
      done = state.removed + state.kept
      checkedAt = Date.now()
      const pace = row!.pace ?? { at: Date.now(), done }
      // Rows that were joined to, or brought later, are not among those that were taken.
      row = (await changeDataImport(companyId, row!, { done, total: Math.max(row!.total ?? 0, done), pace })) ?? row
      await publishDataImport(companyId, row!)
    }
    const isOver = () => Date.now() > until
    const nextPace = newPace(companyId, job.user.id)
    while (row.place !== null && state.kind < REMOVAL_ORDER.length) {
      const kind = REMOVAL_ORDER[state.kind]!
      const { rows, more } = await ledgerPage(companyId, row.place, kind, state.from, PAGE)
      for (const some of removedTogether(kind, rows)) {
        const mine = some.filter(({ importId }) => importId === row!.id)
        const { parallel } = await nextPace()
        const removal = { companyId, importId: row.id, by: job.user, parallel, isOver }
        const { done: reached, removed } = await removeImported(removal, kind, mine)
        const last = reached < mine.length ? mine[reached - 1] : some.at(-1)
        state = {
          ...state,
          from: last?.sourceId ?? state.from,
          removed: state.removed + removed,
          kept: state.kept + reached - removed,
        }
        if (isOver()) return { next: state, done: state.removed + state.kept }
        if (Date.now() - checkedAt > CHECKPOINT_MS) await saveProgress()
      }
      if (!more) state = { ...state, kind: state.kind + 1, from: null }
    }
    const removed = await changeDataImport(companyId, row, {
      state: 'removed',
      done: state.removed,
      total: state.removed + state.kept,
      pace: null,
      endedAt: new Date().toISOString(),
    })
    if (removed) await publishDataImport(companyId, removed)
    return { file: null, done: state.removed + state.kept }
  },
}
