import { reports } from '@balcao/shared/api/index.ts'
import { areaHandler } from '../../http/area-handler.ts'
import { chartTicketsByDay } from './dashboard/chart-tickets-by-day.ts'
import { chartTicketsByUser } from './dashboard/chart-tickets-by-user.ts'
import { getDashboard } from './dashboard/get-dashboard.ts'
import { getMessageCosts } from './message-costs/get-message-costs.ts'
import { getSellingDay } from './selling/get-selling-day.ts'
import { exportTeamReport } from './team-report/export-team-report.ts'
import { getTeamReport } from './team-report/get-team-report.ts'
import { exportReport } from './ticketreport/export-report.ts'
import { listReports } from './ticketreport/list-reports.ts'

export const handler = areaHandler(reports, {
  dashboard: { get: getDashboard, ticketsUsers: chartTicketsByUser, ticketsDay: chartTicketsByDay },
  messageCosts: { get: getMessageCosts },
  selling: { day: getSellingDay },
  teamReport: { get: getTeamReport, export: exportTeamReport },
  ticketreport: { reports: listReports, export: exportReport },
})
