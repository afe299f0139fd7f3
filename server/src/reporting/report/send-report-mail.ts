import { slvReportPath } from '@portal/contract/reporting/model'
import type { Db } from '../../lib/database/db.ts'
import { greeting, writeLetter } from '../../lib/integrations/letter.ts'
import type { Mailer } from '../../lib/integrations/mail.ts'
import type { JobData } from '../../lib/jobs/jobs.ts'
import { visibleSlvs } from '../../slv/visible.ts'
import { findActor } from '../../user/find-actor.ts'

type Deps = { db: Db; mailer: Mailer; brandName: string; publicUrl: string }

/** Emails one recipient a link to the report. Sends nothing if they may no longer open the SLV. */
export async function sendReportMail(deps: Deps, { sendId, slvId, senderId, userId }: JobData<'send-report'>) {
  const { db, mailer, brandName, publicUrl } = deps
  const reader = await findActor(db, userId)
  if (!reader) return
  const slv = await visibleSlvs({ db, actor: reader })
    .select(['slv.buyerLoan', 'slv.sellerLoan'])
    .where('slv.id', '=', slvId)
    .executeTakeFirst()
  if (!slv) return
  const { email, firstName } = await findPerson(db, userId)
  const sender = await findPerson(db, senderId)
  const loan = slv.buyerLoan || slv.sellerLoan
  const about = loan ? `SLV report for loan ${loan}` : 'SLV report'
  await mailer.send({
    to: email,
    subject: `${about} · ${brandName}`,
    ...writeLetter([
      greeting(firstName),
      `${sender.name} sent you the ${about} from the ${brandName} loan-review portal.`,
      { link: `${publicUrl}${slvReportPath}?proxyLoanId=${slvId}`, label: 'Open the report' },
    ]),
    key: `report.${sendId}.${userId}`,
  })
}

const findPerson = (db: Db, id: string) =>
  db.selectFrom('appUser').select(['email', 'firstName', 'name']).where('id', '=', id).executeTakeFirstOrThrow()
