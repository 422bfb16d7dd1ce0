import { company } from '@balcao/shared/api/index.ts'
import { HOLIDAYS } from '../../data/company/holiday.ts'
import { areaHandler } from '../../http/area-handler.ts'
import { rowOperations } from '../small-list.ts'
import { getCompany } from './companies/get-company.ts'
import { getCompanyPlan } from './companies/get-company-plan.ts'
import { signup } from './companies/signup.ts'
import { updateCompanySchedules } from './companies/update-company-schedules.ts'
import { createHoliday } from './holidays/create-holiday.ts'
import { updateHoliday } from './holidays/update-holiday.ts'
import { cancelJob } from './jobs/cancel-job.ts'
import { getJob } from './jobs/get-job.ts'
import { listJobs } from './jobs/list-jobs.ts'
import { repeatJob } from './jobs/repeat-job.ts'
import { getPlan } from './plans/get-plan.ts'
import { listPlans } from './plans/list-plans.ts'
import { getSetting } from './settings/get-setting.ts'
import { listSettings } from './settings/list-settings.ts'
import { updateSetting } from './settings/update-setting.ts'

export const handler = areaHandler(company, {
  companies: { signup, getPlan: getCompanyPlan, get: getCompany, updateSchedules: updateCompanySchedules },
  plans: { list: listPlans, get: getPlan },
  settings: { list: listSettings, get: getSetting, update: updateSetting },
  holidays: { ...rowOperations(HOLIDAYS, 'holidays'), create: createHoliday, update: updateHoliday },
  jobs: { list: listJobs, get: getJob, cancel: cancelJob, repeat: repeatJob },
})
