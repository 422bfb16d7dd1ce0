import { Download } from 'lucide-react'
import { useBeginExport } from '#/lib/use-begin-export.ts'
import type { RowAction } from '../row-action.ts'

/** Returns the action that starts the export of a list; `begun` is its toast. */
export function useExportTool(call: () => Promise<unknown>, label: string, begun: string): RowAction {
  const { begin, isPending } = useBeginExport(call, begun)
  return { id: 'export', label, short: label, icon: <Download size={20} />, loading: isPending, run: begin }
}
