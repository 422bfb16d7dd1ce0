import { reports } from '@balcao/shared/api/index.ts'
import { areaHandler } from '../../http/area-handler.ts'
import { exportReport } from './ticketreport/export-report.ts'
import { listReports } from './ticketreport/list-reports.ts'

export const handler = areaHandler(reports, {
  ticketreport: { reports: listReports, export: exportReport },
})
